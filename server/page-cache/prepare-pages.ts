import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { localizePath } from '#core/locales/localized-path.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { CachedPage } from './cached-page.ts';
import type { PageAddress, PageAddressing } from './page-address.ts';
import type { PageCache } from './page-cache.ts';

export interface WarmPagesOptions {
  config: SiteConfig;
  addressOf: PageAddressing;
  cache: Pick<PageCache, 'load'>;
  /** Addresses to render before those that the home pages lead to. */
  first?: readonly string[] | undefined;
  /** Aborts the work. */
  signal: AbortSignal;
  /** Maximum pages besides the first ones. */
  limit?: number;
  /** Milliseconds to pause after each page. */
  pause?: number;
  /** Waits while visitors need the server. */
  yieldToVisitors?: () => Promise<void>;
}

const BASE = 'http://site.invalid';
const LINK = /<a\b[^>]*\shref="(\/[^"#]*)/g;

/** Warms the cache: renders given pages, then those that the home pages lead to, one at a time. */
export async function warmPages(options: WarmPagesOptions): Promise<void> {
  const { config, addressOf, cache, signal, first = [], limit = 200, pause = 5 } = options;

  async function warm(address: PageAddress): Promise<CachedPage | undefined> {
    await wait(pause, undefined, { ref: false });
    await options.yieldToVisitors?.();
    if (signal.aborted) return undefined;
    const result = await cache.load(address).catch(() => undefined);
    return result?.kind === 'page' ? result.page : undefined;
  }

  for (const target of first) {
    const address = cacheableAt(target);
    if (address && !signal.aborted) await warm(address);
  }
  const line = config.locales.map(({ code }) => addressOf(localizePath(config, code, '/'), ''));
  const seen = new Set(line.map(({ key }) => key));
  for (const address of line) {
    const page = await warm(address);
    if (signal.aborted) return;
    for (const href of page ? findLinks(page.full.identity.body.toString()) : []) {
      if (seen.size >= limit) break;
      const next = cacheableAt(href);
      if (next?.search !== '' || seen.has(next.key) || /\.\w+$/.test(next.pathname)) continue;
      seen.add(next.key);
      line.push(next);
    }
  }

  /** @returns `undefined` if the page may not be cached */
  function cacheableAt(target: string): PageAddress | undefined {
    if (!URL.canParse(target, BASE)) return undefined;
    const { pathname, search } = new URL(target, BASE);
    const address = addressOf(pathname, search);
    return address.cacheable ? address : undefined;
  }
}

function findLinks(html: string): string[] {
  return [...html.matchAll(LINK)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

interface ImproveOptions {
  cache: Pick<PageCache, 'pages'>;
  /** Increases with every visit. */
  visits: () => number;
  signal: AbortSignal;
  /** Milliseconds without a visitor before a page is recompressed. */
  quiet?: number;
}

/** Recompresses cached pages at the highest level, one at a time, while the server is idle. */
export async function improveCompression({ cache, visits, signal, quiet = 1_000 }: ImproveOptions): Promise<void> {
  let seen = visits();
  while (!signal.aborted) {
    await wait(quiet, undefined, { ref: false, signal }).catch(() => {});
    for (const page of cache.pages()) {
      if (signal.aborted || visits() !== seen) break;
      if (!page.improved) await page.improve();
    }
    seen = visits();
  }
}

/** The addresses of the most visited pages, kept over a restart. */
interface VisitedPages {
  /** Cache keys from before the start, most visited first. */
  before: readonly string[];
  /** Writes the file, if any page was visited. */
  write(): void;
}

interface VisitedPagesOptions {
  /** A JSON array of cache keys. */
  file: string;
  pages: PageCache['pages'];
  /** Maximum pages. */
  limit?: number;
}

/** Remembers about as many pages as 10 MB of the cache hold. */
const LIMIT = 500;

/**
 * Pages of this run precede those of earlier runs, which stay in the list while there is room: a server that stops soon after its
 * start does not forget them. The file is only an optimization: without it, or with one that cannot be read, nothing is known.
 */
export function openVisitedPages({ file, pages, limit = LIMIT }: VisitedPagesOptions): VisitedPages {
  const before = readKeys(file).slice(0, limit);
  return {
    before,
    write() {
      const visited = pages().filter(({ visits }) => visits > 0);
      if (visited.length === 0) return;
      const keys = visited.sort((a, b) => b.visits - a.visits).map(({ address }) => address.key);
      writeKeys(file, [...new Set([...keys, ...before])].slice(0, limit));
    },
  };
}

function readKeys(file: string): string[] {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(found) ? found.filter((key) => typeof key === 'string' && key.startsWith('/')) : [];
  } catch {
    return [];
  }
}

function writeKeys(file: string, keys: string[]): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    // Disk full: the server can run without the file.
    rmSync(unfinished, { force: true });
  }
}
