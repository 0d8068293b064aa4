import { decodePart } from '../locales/decode-part.ts';
import type { Locale } from '../locales/locale.ts';
import { splitLocale } from '../locales/localized-path.ts';
import { typeOfSegment } from '../site/content-paths.ts';
import { isResourceSegment } from '../site/reserved-paths.ts';
import { matchRouteRules } from '../site/route-rules.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Where an item stands in a language. */
export interface ItemPlace {
  kind: 'item' | 'page';
  language: Locale;
  type: string;
  slug: string;
}

/** What has to be there for an address of the site to lead somewhere. */
export type AddressPlace =
  /** An item, or one that stood there. */
  | ItemPlace
  | { kind: 'media'; id: string }
  /** Nothing: the site itself answers, or a file of it may. */
  | { kind: 'site' }
  /** Nothing answers, whatever is public. */
  | { kind: 'nowhere' };

/** The slug of the page at the root. */
const HOME = 'home';

/** What stands behind an address; `undefined` for one that is no path of this site. */
export function placeOfAddress(config: SiteConfig, href: string): AddressPlace | undefined {
  if (!href.startsWith('/') || !URL.canParse(href, 'https://site.invalid')) return undefined;
  const { pathname } = new URL(href, 'https://site.invalid');
  const clean = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (matchRouteRules(config.routeRules, clean).redirect) return { kind: 'site' };
  const { locale: language, path } = splitLocale(config, clean);
  const [first = '', ...rest] = path.slice(1).split('/').map(decodePart);
  if (first === 'media') return mediaPlace(rest);
  if (isResourceSegment(first) || (first === 'search' && rest.length === 0)) return { kind: 'site' };
  const type = typeOfSegment(config, language, first)?.type;
  if (type) {
    const [slug, ...deeper] = rest;
    if (slug === undefined) return { kind: 'site' };
    return deeper.length > 0 ? { kind: 'nowhere' } : { kind: 'item', language, type: type.key, slug };
  }
  if ([first, ...rest].at(-1)?.includes('.')) return { kind: 'site' };
  const pages = config.contentTypes.find(({ appearsAs }) => appearsAs === 'page');
  if (!pages || rest.length > 0) return { kind: 'nowhere' };
  return { kind: 'page', language, type: pages.key, slug: first || HOME };
}

function mediaPlace([id = '', variant, ...deeper]: string[]): AddressPlace {
  const isFile = /^[0-9a-f]{32}$/.test(id) && variant !== undefined && deeper.length === 0;
  return isFile ? { kind: 'media', id } : { kind: 'nowhere' };
}
