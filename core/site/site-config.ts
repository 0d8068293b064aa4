import type { ContentType } from '../content-types/content-type.ts';
import type { LocaleSet, Localized } from '../locales/locale.ts';

/** What happens to requests whose path matches. */
export interface RouteRule {
  /** A path of this site, or an address elsewhere, which leaves the site. */
  redirect?: string | { to: string; status: 301 | 302 | 307 | 308 };
  /** Names of route middleware to run first. */
  middleware?: string[];
}

/** The one file that an adopter edits, `site.config.ts`. */
export interface SiteConfig extends LocaleSet {
  name: Localized;
  /** One sentence for search engines and feeds. */
  description: Localized;
  /** Of the site's team, for dates and schedules: `America/Mexico_City`. */
  timeZone: string;
  organization: {
    /** The schema.org type: `MedicalClinic`. */
    schemaType: string;
    foundingYear?: number;
  };
  contentTypes: ContentType[];
  /** What each tag is called. A tag without an entry shows its own name. */
  tags: { [tag: string]: Localized };
  /** The header's links, in order: a type's key, or the id of a page item. */
  navigation: string[];
  /** Paths with `*` for one part and `**` for any number of parts → what happens there. */
  routeRules: { [pattern: string]: RouteRule };
}
