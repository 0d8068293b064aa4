import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { itemPath, listingPath, typeOfSegment } from '#core/site/content-paths.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { routeMiddleware } from '../../middleware/route-middleware.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { PageView } from '../page/page-view.tsx';
import { readPageAt } from '../page/read-page.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { leadOn, noRouteMatches, readPageRequest, routeValidationFailed } from '../page-request.ts';
import { ItemView } from './item-view.tsx';
import { readItem } from './read-item.ts';

export const handle: RouteHandle = { layout: 'content' };

export const middleware = routeMiddleware('canonical-segment');

/** An item of a type, or a page below another one. */
export async function loader(args: LoaderFunctionArgs) {
  const request = readPageRequest(args);
  const { services, locale } = request;
  const { segment = '', slug = '' } = args.params;
  const type = typeOfSegment(services.config, locale, segment)?.type;
  const page = type ? undefined : await readPageAt(request);
  if (page && 'head' in page) return { head: page.head, page };
  const key = type?.key ?? (await services.content.formerType(locale, segment));
  const found = key === undefined ? undefined : await services.content.resolve(locale, key, slug);
  if (key !== undefined && found && found.kind !== 'missing') {
    const addressOf = (current: string) => itemPath(services.config, locale, { itemId: '', type: key, slug: current });
    if (found.kind === 'moved') throw redirect(addressOf(found.slug), 301);
    if (found.kind === 'listing') throw redirect(listingPath(services.config, locale, key), 302);
    if (!type) throw redirect(addressOf(slug), 301);
    const item = await readItem(request, type, found);
    if (!item) throw routeValidationFailed(args.request);
    return { head: item.head, item };
  }
  if (page) throw redirect(page.movedTo, 301);
  const refuse = key === undefined ? noRouteMatches : routeValidationFailed;
  throw await leadOn(request, args.request, refuse(args.request));
}

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function ItemRoute() {
  const { item, page } = useLoaderData<typeof loader>();
  if (item) return <ItemView item={item} />;
  return page ? <PageView page={page} isFramed /> : null;
}
