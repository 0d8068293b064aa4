import { setTimeout as wait } from 'node:timers/promises';
import type { PageCache } from './page-cache.ts';

export interface ImproveOptions {
  cache: Pick<PageCache, 'pages' | 'uses'>;
  signal: AbortSignal;
  /** Milliseconds without a visitor before a page is recompressed. */
  quiet?: number;
}

/** Recompresses cached pages at the highest level, one at a time, while the server is idle. */
export async function improveCompression({ cache, signal, quiet = 1_000 }: ImproveOptions): Promise<void> {
  let uses = cache.uses();
  while (!signal.aborted) {
    await wait(quiet, undefined, { ref: false, signal }).catch(() => {});
    for (const page of cache.pages()) {
      if (signal.aborted || cache.uses() !== uses) break;
      if (!page.improved) await page.improve();
    }
    uses = cache.uses();
  }
}
