import { MAX_PAGE_DEPTH } from '../content/page-tree.ts';
import type { Locale } from '../locales/locale.ts';
import { decodePart, splitLocale } from '../locales/localized-path.ts';
import { typeOfSegment } from '../site/content-paths.ts';
import { isResourceSegment } from '../site/reserved-paths.ts';
import { matchRouteRules } from '../site/route-rules.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** The type, slug and language of an item's address. */
export interface ItemAddress {
  kind: 'item' | 'page';
  language: Locale;
  type: string;
  slug: string;
}

/** What must exist for a site address to be reachable. */
export type AddressTarget =
  /** An item that has or had this address. */
  | ItemAddress
  | { kind: 'media'; id: string }
  /** Always reachable: the site itself or possibly a file answers. */
  | { kind: 'site' }
  /** Never reachable. */
  | { kind: 'nowhere' };

/** The slug of the home page. */
const HOME = 'home';

/** What an address refers to; `undefined` if it is not a path of this site. */
export function targetOfAddress(config: SiteConfig, href: string): AddressTarget | undefined {
  if (!href.startsWith('/') || !URL.canParse(href, 'https://site.invalid')) return undefined;
  const { pathname } = new URL(href, 'https://site.invalid');
  const clean = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (matchRouteRules(config.routeRules, clean).redirect) return { kind: 'site' };
  const { locale: language, path } = splitLocale(config, clean);
  const [first = '', ...rest] = path.slice(1).split('/').map(decodePart);
  if (first === 'media') return mediaTarget(rest);
  if (isResourceSegment(first) || (first === 'search' && rest.length === 0)) return { kind: 'site' };
  const type = typeOfSegment(config, language, first)?.type;
  if (type) {
    const [slug, ...deeper] = rest;
    if (slug === undefined) return { kind: 'site' };
    return deeper.length > 0 ? { kind: 'nowhere' } : { kind: 'item', language, type: type.key, slug };
  }
  if ([first, ...rest].at(-1)?.includes('.')) return { kind: 'site' };
  const pages = config.contentTypes.find(({ appearsAs }) => appearsAs === 'page');
  if (!pages || rest.length >= MAX_PAGE_DEPTH) return { kind: 'nowhere' };
  // The last segment says which page it is, whatever stands before.
  return { kind: 'page', language, type: pages.key, slug: rest.at(-1) ?? (first || HOME) };
}

function mediaTarget([id = '', variant, ...deeper]: string[]): AddressTarget {
  const isFile = /^[0-9a-f]{32}$/.test(id) && variant !== undefined && deeper.length === 0;
  return isFile ? { kind: 'media', id } : { kind: 'nowhere' };
}
