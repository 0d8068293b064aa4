import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { type AdminServices, adminServices, type PageServices, pageServices } from '../../../app/context/context.ts';
import { partial } from '../partial.ts';

interface RouteArgsOptions {
  params?: LoaderFunctionArgs['params'];
  page?: Partial<PageServices>;
  admin?: Partial<AdminServices>;
}

/** The arguments of a loader or an action for a request, with the services that it needs. */
export function routeArgs(request: Request, { params = {}, page, admin }: RouteArgsOptions = {}): LoaderFunctionArgs {
  const context = new RouterContextProvider();
  if (page) context.set(pageServices, partial(page));
  if (admin) context.set(adminServices, partial(admin));
  const url = new URL(request.url);
  return { request, url, pattern: url.pathname, params, context };
}

/** The same for a page of a site on this machine. @param path such as `/en/admin?after=x` */
export function pageArgs(path: string, options?: RouteArgsOptions): LoaderFunctionArgs {
  return routeArgs(new Request(new URL(path, 'http://localhost')), options);
}
