import site from '#site-config';
import { listingQuery } from '../../app/site/listing/listing-query.ts';
import { createPageAddressing } from '../../server/page-cache/page-address.ts';

/** The addressing of the site's pages, by the paths of some of its routes. */
export const addressOf = createPageAddressing(site, [
  { path: '' },
  { path: 'faq' },
  { path: 'search', query: () => 'search' },
  { path: ':segment', query: listingQuery },
  { path: ':segment/:slug' },
]);
