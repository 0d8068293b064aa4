import { setTimeout as wait } from 'node:timers/promises';
import type { PageCache } from './page-cache.ts';

export interface ImproveOptions {
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
