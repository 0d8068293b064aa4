import { isContactPath } from '#core/site/contact-path.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { PageAddress } from './page-address.ts';

/**
 * The `Cache-Control` with which shared caches may keep a page without asking, by `cache` in the configuration. None for the contact
 * page, whose visits the form has to know.
 */
export function createSharedControl(config: SiteConfig): (address: PageAddress) => string | undefined {
  const { cache } = config;
  if (!cache) return () => undefined;
  const { shared, staleWhileRevalidate } = cache;
  const then = staleWhileRevalidate ? `stale-while-revalidate=${staleWhileRevalidate}` : 'must-revalidate';
  const control = `public, max-age=0, s-maxage=${shared}, ${then}`;
  return ({ pathname }) => (isContactPath(config, pathname) ? undefined : control);
}
