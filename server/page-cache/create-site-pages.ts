import type { Collection } from '#core/documents/collection.ts';
import type { DocumentReader, DocumentStore } from '#core/documents/document-store.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { isContactPath } from '#core/site/site-paths.ts';
import type { FlatHeaders } from '../http/representation.ts';
import type { Log } from '../log/log.ts';
import type { RenderPage } from '../rendering/rendered-page.ts';
import { type ChangeReceiver, currentPlace, eachInTurn, type Following, followChanges } from './follow-changes.ts';
import type { PageAddress, PageAddressing } from './page-address.ts';
import { PageCache } from './page-cache.ts';
import { improveCompression, openVisitedPages, warmPages } from './prepare-pages.ts';
import { createReadIndex, type ReadIndex } from './read-index.ts';
import { rememberDocuments } from './remember-documents.ts';
import { rememberReads } from './remember-reads.ts';
import { createRenderQueue } from './render-queue.ts';
import { createSearchPages, type SearchPages } from './search-pages.ts';
import { StoredPages } from './stored-pages.ts';

/** How often the list of visited pages is written, in milliseconds. */
const VISITED_INTERVAL = 3_600_000;

/** Maximum remembered answers about media files: two for each file. About 1 kB each. */
const MEDIA_ANSWERS = 4_000;

export interface SitePagesOptions {
  config: SiteConfig;
  store: DocumentStore;
  /** Pages read the public ones. */
  collections: readonly Collection[];
  log: Log;
  renderPage: RenderPage;
  securityHeaders: FlatHeaders;
  /** Where to keep the addresses of the most visited pages over a restart; without it, they are not kept. */
  visitedFile: string | undefined;
  /**
   * Where to keep rendered pages over a restart, and what identifies everything but documents that they depend on; without it, they
   * are not kept.
   */
  stored?: { file: string; identity: () => Promise<string> } | undefined;
  /** Whether to read documents again only after they have changed, since each read is billed. */
  remembersDocuments: boolean;
  /** Receives the address of each page that shared caches have and that has changed. */
  onShareEnded?: (address: PageAddress) => void;
  /** Receives changes once what is remembered is up to date with them. */
  mediaChanges?: ChangeReceiver | undefined;
  /** Aborted when the server must stop. */
  stop: AbortSignal;
}

/** Public pages: rendered in turn, kept, and rendered again when something that they read has changed. */
export function createSitePages(options: SitePagesOptions) {
  const { config, store, collections, log, renderPage, securityHeaders, visitedFile, stored: storing, stop } = options;
  const followed = collections.filter(({ policy }) => policy.read === 'public').map(({ name }) => name);
  const documents = options.remembersDocuments ? rememberDocuments(store, followed) : undefined;
  const index = createReadIndex();
  const reads = rememberReads(documents?.store ?? store, index);
  const mediaReads = rememberReads(documents?.store ?? store, index, { maxAnswers: MEDIA_ANSWERS });
  const visitors = createRenderQueue();
  const { yieldToVisitors } = visitors;
  const sharedControl = createSharedControl(config);
  const stored =
    storing &&
    new StoredPages({
      ...{ file: storing.file, index, log, securityHeaders, sharedControl, yieldToVisitors },
      pages: () => cache.pages(),
      renew: (address) => cache.load(address),
      currentPlace: () => currentPlace(store, followed),
    });
  const cache = new PageCache({
    ...{ render: renderPage, store: reads.store, log, securityHeaders, visitors, sharedControl, index, stored },
    ...(options.onShareEnded && { onShareEnded: options.onShareEnded }),
  });
  const renderInTurn: RenderPage = (target, readFrom, isForProgram) =>
    visitors.run(() => renderPage(target, readFrom, isForProgram));
  const searches = createSearches({ render: renderInTurn, store: reads.store, index, securityHeaders });
  const visited =
    visitedFile === undefined ? undefined : openVisitedPages({ file: visitedFile, pages: () => cache.pages() });
  const visits = () => cache.uses() + searches.uses() + visitors.runs();
  // What is remembered is invalidated before anybody can read again.
  const receivers = [documents?.changes, index, options.mediaChanges, searches.changes, stored?.changes];
  const changes = eachInTurn(...receivers.filter((receiver) => receiver !== undefined));
  let following: Following | undefined;
  let writing: NodeJS.Timeout | undefined;

  async function follow(): Promise<void> {
    const from = storing && stored?.open(await storing.identity());
    if (stop.aborted) return;
    following = followChanges({
      ...{ store, collections: followed, changes, log, from },
      ...(stored && { onFollowing: (is) => stored.noteFollowing(is) }),
    });
    await following.started;
  }

  return {
    /** Remembers what pages read until it changes. */
    store: reads.store,
    /** Reads documents again only after they have changed, where each read is billed. */
    documents: documents?.store ?? store,
    /** Remembers what is read of media files and their public uses. */
    mediaStore: mediaReads.store,
    visitors,
    cache,
    searches,
    /** Renders a page that is not kept. */
    renderInTurn,
    /** Resolves once no change can be missed. */
    followed: follow(),
    /** Writes the list of visited pages from time to time, and the rendered pages when they change. */
    startKeeping(): void {
      if (visited) writing = setInterval(visited.write, VISITED_INTERVAL).unref();
      void stored?.start();
    },
    /**
     * Renders all pages ahead of requests, the most visited first, unless they are there from before the start; and then compresses
     * them better.
     */
    async prepare(addressOf: PageAddressing): Promise<void> {
      if (!stored?.isPrepared()) {
        await warmPages({ config, addressOf, cache, first: visited?.before, signal: stop, yieldToVisitors });
        if (!stop.aborted) stored?.notePrepared();
      }
      await improveCompression({ cache, visits, signal: stop });
    },
    async close(): Promise<void> {
      clearInterval(writing);
      visited?.write();
      await stored?.stop();
      following?.stop();
      cache.close();
    },
  };
}

/** The pages of search results, whose reads are not recorded, but the time until which they are right. */
function createSearches({
  render,
  store,
  index,
  securityHeaders,
}: {
  render: RenderPage;
  store: DocumentReader;
  index: ReadIndex;
  securityHeaders: FlatHeaders;
}): SearchPages {
  let times = index.record(end);
  const searches = createSearchPages({
    render: (target) => render(target, { ...store, until: (moment) => times.addMoment(moment) }),
    securityHeaders,
  });
  function end(): void {
    times.close();
    times = index.record(end);
    searches.clear();
  }
  return searches;
}

/**
 * The `Cache-Control` with which shared caches may keep a page without asking, by `cache` in the configuration. None for the contact
 * page, whose visits the form has to know.
 */
export function createSharedControl(config: SiteConfig): (address: PageAddress) => string | undefined {
  const { cache } = config;
  if (!cache) return () => undefined;
  const { shared, staleWhileRevalidate } = cache;
  const then = staleWhileRevalidate ? `stale-while-revalidate=${staleWhileRevalidate}` : 'must-revalidate';
  const control = `public, max-age=0, s-maxage=${shared}, ${then}`;
  return ({ pathname }) => (isContactPath(config, pathname) ? undefined : control);
}
