import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { itemPath, listingPath, typeOfSegment } from '#core/site/content-paths.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { routeMiddleware } from '../../middleware/route-middleware.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { leadOn, noRouteMatches, readPageRequest, routeValidationFailed } from '../page-request.ts';
import { ItemView } from './item-view.tsx';
import { readItem } from './read-item.ts';

export const handle: RouteHandle = { layout: 'content' };

export const middleware = routeMiddleware('canonical-segment');

export async function loader(args: LoaderFunctionArgs) {
  const page = readPageRequest(args);
  const { services, locale } = page;
  const { segment = '', slug = '' } = args.params;
  const type = typeOfSegment(services.config, locale, segment)?.type;
  const key = type?.key ?? (await services.content.formerType(locale, segment));
  if (key === undefined) throw await leadOn(page, args.request, noRouteMatches(args.request));
  const found = await services.content.resolve(locale, key, slug);
  const addressOf = (current: string) => itemPath(services.config, locale, { itemId: '', type: key, slug: current });
  switch (found.kind) {
    case 'item':
    case 'notice':
      if (type) return readItem(page, type, found);
      throw redirect(addressOf(slug), 301);
    case 'moved':
      throw redirect(addressOf(found.slug), 301);
    case 'listing':
      throw redirect(listingPath(services.config, locale, key), 302);
    case 'missing':
      throw await leadOn(page, args.request, routeValidationFailed(args.request));
  }
}

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function ItemRoute() {
  return <ItemView item={useLoaderData<typeof loader>()} />;
}
