import { type LatestItemsProps, latestItemsSchema } from '#core/islands/latest-items-props.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The colour modes of the widget; `auto` follows the visitor's system. */
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;

/** What the form for the widget asks for. */
export interface EmbedChoice {
  props: LatestItemsProps;
  theme: (typeof EMBED_THEMES)[number];
}

const DEFAULT_COUNT = 5;

/** Reads the form from the address; what is missing or not offered has its default. @param locale of the page */
export function readEmbedChoice(query: URLSearchParams, config: SiteConfig, locale: Locale): EmbedChoice {
  const given = {
    language: query.get('language') ?? locale,
    ...(query.get('type') && { type: query.get('type') }),
    count: Number(query.get('count') ?? DEFAULT_COUNT),
  };
  const parsed = latestItemsSchema(config).safeParse(given);
  return {
    props: parsed.success ? parsed.data : { language: locale, count: DEFAULT_COUNT },
    theme: EMBED_THEMES.find((theme) => theme === query.get('theme')) ?? 'auto',
  };
}

/** The element that shows the widget on another website. Every value is a code of the configuration or a number. */
export function embedSnippet(origin: string, { props: { language, type, count }, theme }: EmbedChoice): string {
  const about = `data-language="${language}"${type === undefined ? '' : ` data-type="${type}"`} data-count="${count}"`;
  return `<script async src="${origin}/embed/latest.js" ${about} data-theme="${theme}"></script>`;
}
