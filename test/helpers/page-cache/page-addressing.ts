import { pageRoutes } from '#core/site/page-routes.ts';
import site from '#site-config';
import { createPageAddressing } from '../../../server/page-cache/page-address.ts';

/** The addressing of the site's pages. */
export const addressOf = createPageAddressing(site, pageRoutes(site));
