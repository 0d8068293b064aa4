import { typeOfSegment } from '#core/site/content-paths.ts';
import type { PageQuery, RouteAddress } from '../../layouts/route-handle.ts';

const LISTING_QUERY: PageQuery = {
  page: { shape: /^[1-9]\d{0,5}$/, default: '1' },
  tag: { shape: /^[\p{L}\p{N}._-]{1,100}$/u },
};

/** Listings have pages and tags; the page items at addresses of the same route have neither. */
export function listingQuery({ config, locale, params: { segment = '' } }: RouteAddress): PageQuery {
  return typeOfSegment(config, locale, segment) ? LISTING_QUERY : {};
}
