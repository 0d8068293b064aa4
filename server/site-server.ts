import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getDocument, setDocument } from '#core/documents/typed-documents.ts';
import { jobs as jobRecords } from '#core/jobs/jobs-collection.ts';
import { endUnshown } from '#core/publishing/note-unshown.ts';
import { siteDay } from '#core/site/site-day.ts';
import { createProbeAnswerer } from './api/health.ts';
import { createReadiness } from './api/readiness.ts';
import { createSiteApp } from './create-site-app.ts';
import { createSiteParts, type SiteParts, type SiteServerOptions } from './create-site-parts.ts';
import { FILES, UPLOADS } from './data-folder/data-folder.ts';
import { createProxyNotice } from './http/client-address.ts';
import type { UpgradeHandler } from './http/http-server.ts';
import { createRequestListener } from './http/request-listener.ts';
import { type Arrivals, createArrivals } from './http/work-queue.ts';
import { startPictureKeeper } from './jobs/picture-keeper.ts';
import { readBusyTexts } from './locales/locale-files.ts';
import type { MeasuredState } from './metrics/create-metrics.ts';
import { createLanguageChooser } from './middleware/choose-language.ts';
import { createHeaderRules } from './middleware/follow-route-rules.ts';
import { createHitAnswerer } from './page-cache/answer-hit.ts';
import { SearchSnapshot } from './search/search-snapshot.ts';
import { startSearch } from './search/start-search.ts';

export interface SiteServer {
  listener: RequestListener;
  /** For the HTTP server: receives its connections. */
  arrivals: Arrivals;
  /** Resolves once no change can be missed, and the icons of the configuration are there. */
  following: Promise<unknown>;
  /** What is measured besides. */
  measured(): Pick<MeasuredState, 'pages' | 'drafts' | 'isSearchComplete'>;
  /** Builds the search and warms the page cache. */
  startBackgroundWork(): void;
  /** For the HTTP server: handles WebSockets of drafts. */
  sockets: UpgradeHandler;
  /** Stops jobs and the search, closes the sockets so that browsers reconnect later, and settles drafts into items. */
  endDrafts(): Promise<void>;
  /** Stops background work, and writes rendered pages. */
  close(): Promise<void>;
}

/** Assembles the server. In development, every page is rendered per request. */
export function createSiteServer(options: SiteServerOptions): SiteServer {
  const { config, log, services, accounts, stop } = options;
  const { store, files } = services;
  // Clients waiting for a picture must not delay the stop.
  stop.addEventListener('abort', () => services.pictures.close(), { once: true });
  const parts = createSiteParts(options);
  const { drafts, pages, builds, contact } = parts;
  const work = new BackgroundWork(options, parts);
  const readiness = createReadiness({
    probes: {
      read: () => getDocument(store, siteDay.at()),
      write: () => store.commit([setDocument(jobRecords.at('readiness'), { after: new Date().toISOString() })]),
      storage: () => files.list(FILES, undefined, 1),
      search: () => work.isSearchComplete(),
    },
    stop,
    log,
  });
  const app = createSiteApp(options, parts, readiness);
  const { trustedProxies } = accounts;
  const hasOwnHeaders = createHeaderRules(config);
  const { cache, searches, visitors } = pages;
  const chooseLanguage = createLanguageChooser(config, options.origin);
  const arrivals = createArrivals();
  const listener = createRequestListener({
    ...{ app, arrivals, headers: parts.headers, refusals: options.refusals, trustedProxies },
    ...(parts.keepsPages && {
      answerHit: createHitAnswerer({
        ...{ cache, searches, assets: parts.assets, chooseLanguage, hasOwnHeaders, trustedProxies, log },
      }),
    }),
    answerProbe: createProbeAnswerer({ readiness, securityHeaders: parts.headers, hasOwnHeaders, trustedProxies, log }),
    busy: readBusyTexts(config, parts.localeFiles),
  });
  const noteProxy = createProxyNotice(log, trustedProxies);
  return {
    listener(incoming, outgoing) {
      noteProxy(incoming);
      visitors.noteRequest();
      contact.noteVisit(incoming);
      listener(incoming, outgoing);
    },
    arrivals,
    // Instances that are asked for an asset of this build have it from its first page on.
    following: Promise.all([pages.followed, parts.iconsLoaded, services.isShared && builds?.store()]),
    measured: () => ({
      pages: { kept: cache.pages().length, bytes: cache.bytes() + searches.bytes() },
      drafts: drafts.counts(),
      isSearchComplete: work.isSearchComplete(),
    }),
    startBackgroundWork: () => work.start(),
    sockets: drafts.sockets,
    async endDrafts() {
      await work.stop();
      await drafts.close();
    },
    async close() {
      builds?.stop();
      parts.cardsRevision.stop();
      parts.liveHub.close();
      await pages.close();
    },
  };
}

/** What a site does while visitors leave it time. */
class BackgroundWork {
  readonly #options: SiteServerOptions;
  readonly #parts: SiteParts;
  #searching: ReturnType<typeof startSearch> | undefined;
  #pictureKeeper: ReturnType<typeof startPictureKeeper> | undefined;

  constructor(options: SiteServerOptions, parts: SiteParts) {
    this.#options = options;
    this.#parts = parts;
  }

  isSearchComplete(): boolean {
    return this.#searching?.isDone() === true;
  }

  start(): void {
    const { config, log, services, accounts, uploads, stop, book, purger, preparesPages = true } = this.#options;
    const { store, files, pictures } = services;
    const { drafts, pages, builds, jobs, renderer, keepsPages, addressOf } = this.#parts;
    void uploads.clean().catch((error: unknown) => log.warn({ err: error }, 'Unfinished uploads could not be deleted'));
    accounts.startBackgroundWork();
    drafts.startBackgroundWork();
    pages.startKeeping();
    if (!services.isShared) void builds?.store();
    builds?.start();
    // Nobody knows what has changed since the former server, of another build or configuration, was there.
    purger?.purgeEverything();
    jobs.start();
    const searching = this.#startSearch();
    this.#searching = searching;
    void searching.complete.then(services.noteSearchComplete);
    searching.ready
      .then(() => endUnshown({ store, config, tryPage: (publication) => renderer.tryPage(publication, store) }))
      .catch((err: unknown) => log.error({ err }, 'Items that cannot be shown could not be looked at again'));
    // One after the other: visitors come first.
    void searching.ready.then(() => {
      if (!stop.aborted) this.#pictureKeeper = startPictureKeeper({ store, files, pictures, log, book });
    });
    if (keepsPages && preparesPages) void searching.ready.then(() => pages.prepare(addressOf));
  }

  /** Stops jobs and the search. */
  async stop(): Promise<void> {
    await Promise.all([this.#parts.jobs.stop(), this.#pictureKeeper?.stop(), this.#searching?.stop()]);
  }

  #startSearch() {
    const { config, log, services, dataDir } = this.#options;
    const { store, files, search: index, searchIdentity: identity } = services;
    const { searches, visitors } = this.#parts.pages;
    return startSearch({
      ...{ store, config, log, index, onChanged: searches.clear, pause: visitors.yieldToVisitors },
      snapshot: this.#parts.isBilled
        ? new SearchSnapshot({ store, files, index, identity, log, folder: join(dataDir, UPLOADS) })
        : undefined,
    });
  }
}
