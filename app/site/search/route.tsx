import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { readPageRequest, routeValidationFailed } from '../page-request.ts';
import { readSearch } from './read-search.ts';
import { SearchView } from './search-view.tsx';

export const handle: RouteHandle = { layout: 'content' };

export async function loader(args: LoaderFunctionArgs) {
  const search = await readSearch(readPageRequest(args));
  if (!search) throw routeValidationFailed(args.request);
  return search;
}

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function SearchRoute() {
  return <SearchView search={useLoaderData<typeof loader>()} />;
}
