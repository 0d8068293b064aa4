import { setImmediate } from 'node:timers/promises';
import { contentPath } from '#core/content/collections.ts';
import type { Listing, Publication } from '#core/content/publication.ts';
import type { PublishedContent } from '#core/content/published-content.ts';
import type { Change, DocumentStore } from '#core/documents/document-store.ts';
import { createSearchEntry } from '#core/search/search-entry.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { listenFromNow } from './listen-from-now.ts';
import type { Log } from './log.ts';

/** Milliseconds of work after which waiting requests are served first. */
const SLICE = 2;

/** Publications read at once. */
const BATCH = 10;

export interface SearchFeederOptions {
  store: DocumentStore;
  /** Reads through the same store. */
  content: PublishedContent;
  config: SiteConfig;
  index: SearchIndex;
  log: Pick<Log, 'error'>;
}

export interface SearchFeeder {
  /** Resolves when everything that was public at the start can be found. Until then a search finds part of it. */
  ready: Promise<void>;
  stop(): void;
}

/**
 * Fills the search with what is published and keeps it so, in slices between which requests are served. Nothing of it is
 * done before the caller's turn ends.
 */
export function startSearchFeeder({ store, content, config, index, log }: SearchFeederOptions): SearchFeeder {
  /** Cards whose entries are to be made anew, by path; `undefined`: gone. */
  const waiting = new Map<string, Listing | undefined>();
  const known = new Set<string>();
  let stopped = false;
  let working: Promise<void> | undefined;
  let sliceEnd = 0;

  const takeTurn = async () => {
    if (performance.now() < sliceEnd) return;
    await setImmediate();
    sliceEnd = performance.now() + SLICE;
  };

  async function put(listings: Listing[]): Promise<void> {
    for (let from = 0; from < listings.length && !stopped; from += BATCH) {
      const batch = listings.slice(from, from + BATCH);
      const documents = await store.batchGet(
        batch.map((card) => contentPath.publication(card.contentLanguage, card.type, card.slug)),
      );
      for (const [number, listing] of batch.entries()) {
        await takeTurn();
        // A newer state of the card waits for its turn.
        const path = contentPath.listing(listing.language, listing.itemId);
        if (stopped || waiting.has(path)) continue;
        index.put(createSearchEntry(config, listing, documents[number]?.data as Publication | undefined));
        known.add(path);
      }
    }
  }

  function remove(path: string): void {
    known.delete(path);
    index.remove(path.slice(path.indexOf('/') + 1));
  }

  async function work(): Promise<void> {
    while (waiting.size > 0 && !stopped) {
      const batch = [...waiting].slice(0, BATCH);
      for (const [path] of batch) waiting.delete(path);
      for (const [path, listing] of batch) if (!listing) remove(path);
      await put(batch.flatMap(([, listing]) => listing ?? []));
    }
  }

  async function build(): Promise<void> {
    for (const { code } of config.locales) {
      for await (const batch of content.everyListing(code)) {
        if (stopped) return;
        await put(batch);
      }
    }
    await work();
  }

  /** One at a time, so that an older state never overtakes a newer one. */
  function schedule(task: () => Promise<void>): Promise<void> {
    working = (working ?? Promise.resolve()).then(task).catch((error: unknown) => {
      if (!stopped) log.error({ err: error }, 'The search could not be brought up to date');
    });
    return working;
  }

  function enqueue(changes: Change[]): void {
    for (const { path, document } of changes) waiting.set(path, document?.data as Listing | undefined);
    schedule(work);
  }

  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const stopListening = listenFromNow(store, 'listings', {
    onStart: () => schedule(build).then(resolve),
    onChanges: enqueue,
    onState(state) {
      const present = new Set<string>(state.map(({ path }) => path));
      for (const path of known) if (!present.has(path)) waiting.set(path, undefined);
      enqueue(state);
    },
    onError: (error) => log.error({ err: error }, 'Following changes for the search broke off'),
  });

  return {
    ready,
    stop() {
      stopped = true;
      waiting.clear();
      stopListening();
      resolve();
    },
  };
}
