import type { ContentType } from '../content-types/content-type.ts';
import type { LocaleSet, Localized } from '../locales/locale.ts';
import type { SiteBlock } from '../site-blocks/site-block.ts';

/** The effect of a rule on requests with a matching path. */
export interface RouteRule {
  /** A path of this site, or an external URL. */
  redirect?: string | { to: string; status: 301 | 302 | 307 | 308 };
  /** Headers of the responses to GET and HEAD, by name; they replace the product's own. Not in the admin area. */
  headers?: { [name: string]: string };
  /**
   * How long browsers and proxies may show a public page without asking, in seconds; `false`: nobody stores it. Default: it is
   * stored, and asked for again every time.
   */
  cache?: false | { maxAge: number; staleWhileRevalidate?: number };
  /** Names of route middleware to run before. */
  middleware?: string[];
}

/** The configuration that an adopter edits, `site.config.ts`. */
export interface SiteConfig extends LocaleSet {
  name: Localized;
  /** One sentence for search engines and feeds. */
  description: Localized;
  /** Time zone of the site's team, for dates and schedules: `America/Mexico_City`. */
  timeZone: string;
  /** The origin of the published site: `https://example.org`. In production, a different `MEKI_ORIGIN` is warned about. */
  url?: string;
  organization: {
    /** The schema.org type: `MedicalClinic`. */
    schemaType: string;
    foundingYear?: number;
    /** As it is registered, if that is not the name of the site. */
    legalName?: string;
  };
  contentTypes: ContentType[];
  /** Blocks for texts beside those of every site; the view of each is `blocks/{key}.tsx`. */
  blocks?: SiteBlock[];
  /** The label of each tag. A tag without one shows its own name. */
  tags: { [tag: string]: Localized };
  /** What becomes of messages from the contact form. */
  inbox?: {
    /** Who gets a mail about each message; default: everybody whose role may handle the inbox. */
    mailTo?: string[];
    /** Days until a message is deleted; default 180. */
    retentionDays?: number;
  };
  /**
   * How long a CDN or another shared cache may show public pages without asking, in seconds; browsers always ask. Default: it asks
   * every time. With `MEKI_PURGE_URL`, the server tells it what has changed; without that, changes take so long to be seen.
   */
  cache?: {
    shared: number;
    /** How long it may then show a page once more while it asks for the new one, in seconds; browsers may as well. */
    staleWhileRevalidate?: number;
  };
  icons?: {
    /**
     * Own collections by prefix: SVG files and folders of them, or one file in Iconify's JSON format, relative to the project's
     * folder.
     */
    collections?: { [prefix: string]: string[] };
    /**
     * Origins of an outside icon service, such as `https://api.iconify.design`, for icons of collections that are not installed.
     * Only the server asks it. Default: none.
     */
    service?: string[];
  };
  /**
   * Pages that are written as code, by the path that each has in every language, with its title. The page `visit`, at `/visit`, is
   * the route `pages/visit.tsx`.
   */
  pages?: { [path: string]: Localized };
  /** The links of the header, in order: type keys, pages, or ids of page items, which appear once they are published. */
  navigation: string[];
  /** Rules by path pattern, with `*` for one segment and `**` for any number of segments. */
  routeRules: { [pattern: string]: RouteRule };
}
