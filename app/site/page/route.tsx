import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { leadOn, noRouteMatches, readPageRequest } from '../page-request.ts';
import { PageView } from './page-view.tsx';
import { readPageAt } from './read-page.ts';

export const handle: RouteHandle = { layout: 'default' };

export async function loader(args: LoaderFunctionArgs) {
  const page = readPageRequest(args);
  const found = await readPageAt(page);
  if (found && 'movedTo' in found) throw redirect(found.movedTo, 301);
  if (!found) throw await leadOn(page, args.request, noRouteMatches(args.request));
  return found;
}

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function PageRoute() {
  return <PageView page={useLoaderData<typeof loader>()} />;
}
