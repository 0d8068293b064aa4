import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listingPath, typeOfSegment } from '#core/site/content-paths.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { routeMiddleware } from '../../middleware/route-middleware.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { PageView } from '../page/page-view.tsx';
import { readPageAt } from '../page/read-page.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { leadOn, noRouteMatches, readPageRequest, routeValidationFailed } from '../page-request.ts';
import { ListingView } from './listing-view.tsx';
import { readListing } from './read-listing.ts';

export const handle: RouteHandle = { layout: 'content' };

export const middleware = routeMiddleware('canonical-segment');

/** A type's listing, or a page item directly below the root. */
export async function loader(args: LoaderFunctionArgs) {
  const request = readPageRequest(args);
  const { segment = '' } = args.params;
  const type = typeOfSegment(request.services.config, request.locale, segment)?.type;
  const listing = type && (await readListing(request, type));
  // Without a published topic, the address is not theirs.
  if (listing && !(type?.isTopic && listing.total === 0)) return { head: listing.head, listing };
  if (type && !type.isTopic) throw routeValidationFailed(args.request);
  const page = await readPageAt(request);
  if (page && 'head' in page) return { head: page.head, page };
  const { services, locale } = request;
  const former = type ? undefined : await services.content.formerType(locale, segment);
  if (former !== undefined) throw redirect(listingPath(services.config, locale, former), 301);
  if (page) throw redirect(page.movedTo, 301);
  throw await leadOn(request, args.request, noRouteMatches(args.request));
}

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function ListingRoute() {
  const { listing, page } = useLoaderData<typeof loader>();
  if (listing) return <ListingView listing={listing} />;
  return page ? <PageView page={page} isFramed /> : null;
}
