import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { noRouteMatches, readPageRequest } from '../page-request.ts';
import { HomeView } from './home-view.tsx';
import { readHome } from './read-home.ts';

export const handle: RouteHandle = { layout: 'default' };

export async function loader(args: LoaderFunctionArgs) {
  const home = await readHome(readPageRequest(args));
  if (!home) throw noRouteMatches(args.request);
  return home;
}

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function HomeRoute() {
  return <HomeView home={useLoaderData<typeof loader>()} />;
}
