import type { LoaderFunctionArgs, ServerBuild } from 'react-router';
import { renderRecord } from './context.ts';

/**
 * Lets the data of a page reach its document beside React Router, which would encode it for a script that public documents do not
 * contain (decision 55). It applies to renders whose record has `beside`. Errors, responses and data with a status take the usual
 * way, and so does the frame, which error pages contain.
 */
export function withDataInDocument<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.entries(build.routes ?? {}).map(([id, route]) => {
    const load = route?.module.loader;
    if (!load || route.id === 'root') return [id, route];
    const loader = async (args: LoaderFunctionArgs) => {
      const data: unknown = await load(args);
      const { beside } = args.context.get(renderRecord);
      if (!beside || !isPlainObject(data)) return data;
      beside[id] = data;
      return null;
    };
    return [id, { ...route, module: { ...route.module, loader } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
