import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { noRouteMatches, readPageRequest } from '../page-request.ts';
import { QuestionsView } from './questions-view.tsx';
import { readQuestionsPage } from './read-questions-page.ts';

export const handle: RouteHandle = { layout: 'default' };

export async function loader(args: LoaderFunctionArgs) {
  const page = await readQuestionsPage(readPageRequest(args));
  if (!page) throw noRouteMatches(args.request);
  return page;
}
export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function QuestionsRoute() {
  return <QuestionsView page={useLoaderData<typeof loader>()} />;
}
