import { setTimeout as wait } from 'node:timers/promises';
import { localizePath } from '#core/locales/localized-path.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { PageAddressing } from './page-address.ts';
import type { PageCache } from './page-cache.ts';

export interface WarmPagesOptions {
  config: SiteConfig;
  addressOf: PageAddressing;
  cache: Pick<PageCache, 'load'>;
  /** Aborts the work. */
  signal: AbortSignal;
  /** Maximum pages. */
  limit?: number;
  /** Milliseconds to pause after each page. */
  pause?: number;
  /** Waits while visitors need the server. */
  yieldToVisitors?: () => Promise<void>;
}

const LINK = /<a\b[^>]*\shref="(\/[^"#]*)/g;

/** Warms the cache: renders the pages linked from the home pages, one at a time. */
export async function warmPages(options: WarmPagesOptions): Promise<void> {
  const { config, addressOf, cache, signal, limit = 200, pause = 5 } = options;
  const line = config.locales.map(({ code }) => addressOf(localizePath(config, code, '/'), ''));
  const seen = new Set(line.map(({ key }) => key));
  for (const address of line) {
    await wait(pause, undefined, { ref: false });
    await options.yieldToVisitors?.();
    if (signal.aborted) return;
    const result = await cache.load(address).catch(() => undefined);
    if (result?.kind !== 'page') continue;
    for (const href of findLinks(result.page.full.identity.body.toString())) {
      if (seen.size >= limit) break;
      const url = new URL(href, 'http://site.invalid');
      const next = addressOf(url.pathname, url.search);
      if (!next.cacheable || next.search !== '' || seen.has(next.key) || /\.\w+$/.test(next.pathname)) continue;
      seen.add(next.key);
      line.push(next);
    }
  }
}

function findLinks(html: string): string[] {
  return [...html.matchAll(LINK)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}
