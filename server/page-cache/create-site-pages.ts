import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { FlatHeaders } from '../http/representation.ts';
import type { Log } from '../log/log.ts';
import type { RenderPage } from '../rendering/rendered-page.ts';
import { type ChangeReceiver, currentPlace, eachInTurn, type Following, followChanges } from './follow-changes.ts';
import { improveCompression } from './improve-compression.ts';
import type { PageAddress, PageAddressing } from './page-address.ts';
import { createPageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { rememberDocuments } from './remember-documents.ts';
import { rememberReads } from './remember-reads.ts';
import { createRenderQueue } from './render-queue.ts';
import { createSearchPages } from './search-pages.ts';
import { createSharedControl } from './shared-control.ts';
import { createStoredPages } from './stored-pages.ts';
import { openVisitedPages } from './visited-pages.ts';
import { warmPages } from './warm-pages.ts';

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
export function createSitePages({
  config,
  store,
  collections,
  log,
  renderPage,
  securityHeaders,
  visitedFile,
  stored: storing,
  remembersDocuments,
  onShareEnded = () => {},
  mediaChanges,
  stop,
}: SitePagesOptions) {
  const followed = collections.filter(({ policy }) => policy.read === 'public').map(({ name }) => name);
  const documents = remembersDocuments ? rememberDocuments(store, followed) : undefined;
  const index = createReadIndex();
  const reads = rememberReads(documents?.store ?? store, index);
  const mediaReads = rememberReads(documents?.store ?? store, index, { maxAnswers: MEDIA_ANSWERS });
  const visitors = createRenderQueue();
  const { yieldToVisitors } = visitors;
  const sharedControl = createSharedControl(config);
  const stored =
    storing &&
    createStoredPages({
      ...{ file: storing.file, index, log, securityHeaders, sharedControl, yieldToVisitors },
      pages: () => cache.pages(),
      renew: (address) => cache.load(address),
      currentPlace: () => currentPlace(store, followed),
    });
  const cache = createPageCache({
    ...{ render: renderPage, store: reads.store, log, securityHeaders, visitors, onShareEnded },
    ...{ sharedControl, index, stored },
  });
  const renderInTurn: RenderPage = (target, readFrom, isForProgram) =>
    visitors.run(() => renderPage(target, readFrom, isForProgram));
  /** Until when the pages of search results are right, whose other reads are not recorded. */
  let searchTimes = index.record(endSearches);
  const searches = createSearchPages({
    render: (target) => renderInTurn(target, { ...reads.store, until: (moment) => searchTimes.addMoment(moment) }),
    securityHeaders,
  });
  function endSearches(): void {
    searchTimes.close();
    searchTimes = index.record(endSearches);
    searches.clear();
  }

  const visited = visitedFile === undefined ? undefined : openVisitedPages({ file: visitedFile, pages: cache.pages });
  const visits = () => cache.uses() + searches.uses() + visitors.runs();
  // What is remembered is invalidated before anybody can read again.
  const receivers = [documents?.changes, index, mediaChanges, searches.changes, stored?.changes];
  const changes = eachInTurn(...receivers.filter((receiver) => receiver !== undefined));
  let following: Following | undefined;
  let writing: NodeJS.Timeout | undefined;

  async function follow(): Promise<void> {
    const from = storing && stored?.open(await storing.identity());
    if (stop.aborted) return;
    following = followChanges({
      ...{ store, collections: followed, changes, log, from },
      ...(stored && { onFollowing: stored.noteFollowing }),
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
