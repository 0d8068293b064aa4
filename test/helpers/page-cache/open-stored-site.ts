import type { DocumentStore } from '#core/documents/document-store.ts';
import { currentPlace, eachInTurn, followChanges } from '#server/page-cache/follow-changes.ts';
import { PageCache } from '#server/page-cache/page-cache.ts';
import { createReadIndex } from '#server/page-cache/read-index.ts';
import { rememberReads } from '#server/page-cache/remember-reads.ts';
import { StoredPages } from '#server/page-cache/stored-pages.ts';
import type { RenderPage } from '#server/rendering/rendered-page.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { addressOf } from './page-addressing.ts';

export interface StoredSiteOptions {
  store: DocumentStore;
  file: string;
  render: RenderPage;
  /** All that pages depend on. */
  collections: string[];
  identity?: string;
  securityHeaders?: string[];
  maxBytes?: number;
  maxFileBytes?: number;
  maxReadBytes?: number;
  /** Whether to wait until the reads of all pages are loaded, and to write from then on; default true. */
  starts?: boolean;
}

/** The pages of a server with a file of rendered pages, as far as they are kept. */
export async function openStoredSite(options: StoredSiteOptions) {
  const { store, file, collections, identity = 'one', securityHeaders = [], starts = true } = options;
  const log = createFakeLog();
  const rendered: string[] = [];
  const index = createReadIndex();
  const reads = rememberReads(store, index, { maxAnswers: 4 });
  const stored = new StoredPages({
    ...{ file, index, log, securityHeaders },
    pages: () => cache.pages(),
    renew: (address) => cache.load(address),
    currentPlace: () => currentPlace(store, collections),
    yieldToVisitors: async () => {},
    sharedControl: () => undefined,
    writeAfter: 0,
    ...(options.maxFileBytes !== undefined && { maxBytes: options.maxFileBytes }),
    ...(options.maxReadBytes !== undefined && { maxReadBytes: options.maxReadBytes }),
  });
  const cache = new PageCache({
    render(target, source) {
      rendered.push(target);
      return options.render(target, source);
    },
    ...{ store: reads.store, log, securityHeaders, index, stored },
    ...(options.maxBytes !== undefined && { maxBytes: options.maxBytes }),
  });
  const following = followChanges({
    ...{ store, collections, log, from: stored.open(identity), onFollowing: (is) => stored.noteFollowing(is) },
    changes: eachInTurn(index, stored.changes),
  });
  await following.started;
  if (starts) await stored.start();
  return {
    cache,
    stored,
    log,
    /** The addresses that were rendered. */
    rendered,
    load: (path: string) => cache.load(addressOf(path, '')),
    /** Ends it; a process that is killed writes nothing any more. */
    async stop() {
      await stored.stop();
      following.stop();
      cache.close();
    },
  };
}
