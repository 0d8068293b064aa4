import { setTimeout as wait } from 'node:timers/promises';
import type { PageCache } from './page-cache.ts';

export interface ImproveOptions {
  cache: Pick<PageCache, 'pages' | 'uses'>;
  signal: AbortSignal;
  /** Milliseconds without a visitor before a page is made smaller. */
  quiet?: number;
}

/** Compresses kept pages again as small as possible, one at a time, while nobody asks for any. */
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
