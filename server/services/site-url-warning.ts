import type { SiteConfig } from '#core/site/site-config.ts';

export interface ServedAt {
  /** The public origin, from which localized and canonical addresses are made. */
  origin: string;
  mode: 'production' | 'development';
}

/**
 * What to log if search engines would be told other addresses than the site's own; `undefined` if they are the same, if the
 * configuration names none, and in development. Source: docs/seed-coverage.md §8.
 */
export function siteUrlWarning({ url }: Pick<SiteConfig, 'url'>, { origin, mode }: ServedAt): string | undefined {
  if (mode !== 'production' || url === undefined || url === origin) return undefined;
  return `SEO: localized addresses begin with the base URL ${origin}, but the site URL is ${url}. Set MEKI_ORIGIN=${url}, or change "url" in site.config.ts.`;
}
