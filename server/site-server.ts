import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { SignUpMode } from '#core/accounts/identity.ts';
import { getDocument, setDocument } from '#core/documents/typed-documents.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import type { JobBook } from '#core/jobs/job-book.ts';
import { jobs as jobRecords } from '#core/jobs/jobs-collection.ts';
import type { MediaLimits } from '#core/media/media-limits.ts';
import { listTeam } from '#core/people/list-team.ts';
import { createPeople } from '#core/people/people.ts';
import { readPreview } from '#core/previews/previews.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { endUnshown, noteUnshown } from '#core/publishing/note-unshown.ts';
import { createReviewMails } from '#core/publishing/review-mails.ts';
import { readingStored, type TryPage } from '#core/publishing/try-page.ts';
import { deterministicBlockId } from '#core/rich-text/block-ids.ts';
import { BUILD_HEADER } from '#core/site/build-header.ts';
import { pageRoutes } from '#core/site/page-routes.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { siteDay } from '#core/site/site-day.ts';
import { createFindActor } from '#core/tokens/find-actor.ts';
import type { AdminServices } from '../app/context/context.ts';
import { createAccountCookies } from './accounts/account-cookies.ts';
import type { Accounts } from './accounts/create-accounts.ts';
import { createAccountReader } from './accounts/create-request-account.ts';
import { createDraftReaders } from './accounts/draft-readers.ts';
import { createBuildRoutes } from './api/builds.ts';
import { createDrawnFiles } from './api/drawn-files.ts';
import { createFeedRoutes } from './api/feed.ts';
import { createHealthRoutes, createProbeAnswerer } from './api/health.ts';
import { createIconRoutes } from './api/icons.ts';
import { createLocaleRoutes } from './api/locales.ts';
import { createMediaRoutes } from './api/media.ts';
import { createReadiness } from './api/readiness.ts';
import { createResumableUploads } from './api/resumable-uploads.ts';
import { followCardsRevision } from './api/revision-of-cards.ts';
import { createRobotsRoutes } from './api/robots.ts';
import { createSitemapRoutes } from './api/sitemap.ts';
import { createTitlePictureRoutes } from './api/title-pictures.ts';
import { createContentApi } from './api/v1/create-content-api.ts';
import { clientVersion } from './builds/asset-archive.ts';
import { createKeptBuilds } from './builds/kept-builds.ts';
import { createApp } from './create-server.ts';
import { FILES, UPLOADS } from './data-folder/data-folder.ts';
import { createDraftsService } from './drafts/create-drafts.ts';
import { type Arrivals, createArrivals } from './http/arrivals.ts';
import { createProxyNotice } from './http/client-address.ts';
import type { UpgradeHandler } from './http/http-server.ts';
import { readClient } from './http/read-client.ts';
import { createRequestListener } from './http/request-listener.ts';
import { createStaticAssets } from './http/static-assets.ts';
import { createContact } from './inbox/create-contact.ts';
import { createItemJobs } from './jobs/item-jobs.ts';
import { startPictureKeeper } from './jobs/picture-keeper.ts';
import { createLiveHub } from './live/live-hub.ts';
import { createLiveRoutes } from './live/live-routes.ts';
import { createLocaleFiles, readBusyTexts } from './locales/locale-files.ts';
import type { Log } from './log/log.ts';
import type { RateLimitedLog } from './log/rate-limited-log.ts';
import type { MeasuredState, Metrics } from './metrics/create-metrics.ts';
import { createLanguageChooser } from './middleware/choose-language.ts';
import { createHeaderRules } from './middleware/follow-route-rules.ts';
import { type HstsScope, securityHeaders } from './middleware/security-headers.ts';
import { createHitAnswerer } from './page-cache/answer-hit.ts';
import { createSitePages } from './page-cache/create-site-pages.ts';
import { createPageAddressing } from './page-cache/page-address.ts';
import { pageIdentity } from './page-cache/page-file.ts';
import type { Purger } from './purging/create-purger.ts';
import { createMediaPurges } from './purging/purge-media.ts';
import type { AppSource } from './rendering/load-build.ts';
import { createPageRenderer, type PageRenderer } from './rendering/render-page.ts';
import { createSearchSnapshot } from './search/search-snapshot.ts';
import { startSearch } from './search/start-search.ts';
import { loadOutsideIcons } from './services/load-outside-icons.ts';
import { collections, type Services } from './services/services.ts';
import type { UploadSpace } from './uploads/upload-space.ts';

export interface SiteServerOptions {
  config: SiteConfig;
  origin: string;
  /** @see HstsScope */
  hsts: HstsScope;
  log: Log;
  services: Services;
  accounts: Accounts;
  source: AppSource;
  /** The project's folder. */
  root: string;
  /** Aborted when the server must stop. */
  stop: AbortSignal;
  /** Logs requests refused because of overload. */
  refusals: RateLimitedLog;
  /** Tells a CDN which pages have changed; without it, nobody is told. */
  purger?: Purger | undefined;
  /** Who may sign up unless an owner chose otherwise. */
  signUp: SignUpMode;
  /** How the site runs. */
  readSystem: AdminServices['readSystem'];
  readInstances: AdminServices['readInstances'];
  /** What jobs did. */
  book: JobBook;
  /** Measures renders and calls of the database; without it, nothing is measured. */
  metrics?: Metrics | undefined;
  /** Receives files. */
  uploads: UploadSpace;
  /** Of uploaded files. */
  limits: MediaLimits;
  /** Whether to cache pages in memory; default: in production. */
  keepsPages?: boolean;
  /** The data folder. */
  dataDir: string;
  /** Where to keep the addresses of the most visited pages over a restart; without it, they are not kept. */
  visitedFile?: string;
  /** Where to keep rendered pages over a restart, beside the database that they are rendered from; without it, they are not kept. */
  stored?: { file: string; database: string } | undefined;
  /** Whether to render and compress pages ahead of requests in production; default true. */
  preparesPages?: boolean;
}

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
  const { config, origin, log, services, accounts, uploads, limits, source, root, stop, book, metrics } = options;
  const { store, files, pictures, search, itemSearch, icons } = services;
  const { identity } = accounts;
  const isBilled = services.usage !== undefined;
  const cookies = createAccountCookies(origin);
  const version = clientVersion(source.clientFolder);
  const drafts = createDraftsService({
    config,
    origin,
    store: metrics?.storeOf('draft', store) ?? store,
    draftLog: services.draftLog,
    isShared: services.isShared,
    identity,
    cookies,
    trustedProxies: accounts.trustedProxies,
    log,
    build: version,
  });
  const reviewMails = createReviewMails({ identity, compose: accounts.compose, steady: () => performance.now() });
  const jobs = createItemJobs({
    ...{ store, files, config, drafts: drafts.drafts, identity, log, book, resumes: isBilled },
    tryPage: (...asked) => tryPage(...asked),
    reviewMails,
    pause: () => visitors.yieldToVisitors(),
  });
  const contact = createContact({ config, store, accounts });
  const liveHub = createLiveHub({ store, log, presence: drafts });
  const findActor = createFindActor({ store, identity });
  const people = createPeople({ identity: identity, locales: config.locales });
  // Clients waiting for a picture must not delay the stop.
  stop.addEventListener('abort', () => pictures.close(), { once: true });
  const storing = { store, files, pictures, config, limits };
  // Windows of another build load documents instead of data.
  const headers = [...securityHeaders(origin, options.hsts), ...(version === undefined ? [] : [BUILD_HEADER, version])];
  const content = createPublishedContent({ store, config });
  const renderer = timed(
    metrics,
    createPageRenderer({
      loadApp: source.load,
      mode: source.mode,
      services: { config, origin, search, icon: icons.icon },
      onUnshown({ cause, ...part }) {
        log.error({ ...part, err: cause }, 'A part of an item cannot be shown; pages leave it out');
        noteUnshown({ store, config }, part).catch((err: unknown) =>
          log.error({ ...part, err }, 'The item could not be marked for the health board'),
        );
      },
      onMisfit: (err) => log.error({ err }, 'A stored document does not fit; pages leave it out'),
    }),
  );
  const tryPage: TryPage = async (publication, unit) => {
    const fault = await renderer.tryPage(publication, readingStored(pages.documents, unit));
    const { itemId, language } = publication;
    if (fault)
      log.error(
        { itemId, language, parts: fault.parts, err: fault.cause },
        'A page cannot be shown, and is not published',
      );
    return fault;
  };
  const addressOf = createPageAddressing(config, pageRoutes(config));
  const keepsPages = options.keepsPages ?? source.mode === 'production';
  const iconsLoaded = loadOutsideIcons(config, icons);
  const { stored } = options;
  async function identifyPages(database: string): Promise<string> {
    await iconsLoaded;
    const drawings = config.contentTypes.map(({ icon }) => icons.icon(icon));
    return pageIdentity([source.info.id, config, origin, headers, drawings], database);
  }
  const pages = createSitePages({
    ...{ config, store, collections, log, stop },
    renderPage: renderer.page,
    securityHeaders: headers,
    visitedFile: options.visitedFile,
    stored: keepsPages && stored ? { file: stored.file, identity: () => identifyPages(stored.database) } : undefined,
    remembersDocuments: isBilled,
    onShareEnded: ({ key }) => options.purger?.purge(key),
    mediaChanges: options.purger && createMediaPurges(store, options.purger),
  });
  const { visitors, cache, searches } = pages;
  const cardsRevision = followCardsRevision(store, log);
  const assets = createStaticAssets(source.clientFolder, headers);
  const builds =
    source.mode === 'production'
      ? createKeptBuilds({
          ...{ store, files, securityHeaders: headers, log },
          build: { id: source.info.id, clientFolder: source.clientFolder },
        })
      : undefined;
  const localeFiles = createLocaleFiles(join(root, 'locales'), config);
  const published = { config, origin, content, revision: cardsRevision.current };
  let searching: ReturnType<typeof startSearch> | undefined;
  const readiness = createReadiness({
    probes: {
      read: () => getDocument(store, siteDay.at()),
      write: () => store.commit([setDocument(jobRecords.at('readiness'), { after: new Date().toISOString() })]),
      storage: () => files.list(FILES, undefined, 1),
      search: () => searching?.isDone() === true,
    },
    stop,
    log,
  });
  const resumable = createResumableUploads({
    ...{ store, files, space: uploads, limits },
    readAccount: createAccountReader({ identity, cookies, trustedProxies: accounts.trustedProxies }),
    noteRefusal: accounts.noteRefusal,
  });
  const drawnFiles = createDrawnFiles({ files: services.pictureFiles, log });
  const app = createApp({
    config,
    origin,
    securityHeaders: headers,
    log,
    trustedProxies: accounts.trustedProxies,
    store: pages.store,
    addressOf,
    render: pages.renderInTurn,
    accounts: {
      identity,
      trustedProxies: accounts.trustedProxies,
      cookies,
      uploads,
      render: (request, account, receiveForm) => {
        const noteRefusal: AdminServices['noteRefusal'] = (actor, action) =>
          accounts.noteRefusal(actor, action, account.client);
        return renderer.forAdmin(request, pages.documents, {
          account,
          receiveForm,
          people,
          store,
          itemSearch,
          fileStore: files,
          limits,
          uploads: resumable.arrived(account.client.address),
          storeFile: (by, file) => storeFile(storing, by, file),
          replaceFile: (by, replacement) => replaceFile(storing, by, replacement),
          tryPage,
          reviewMails,
          noteRefusal,
          findActor,
          signUp: options.signUp,
          readSystem: options.readSystem,
          readInstances: options.readInstances,
          readInboxTeam: () => listTeam(identity, 'inbox.manage'),
          ...{ drafts: drafts.drafts, icons },
        });
      },
    },
    contact: {
      form: contact.form,
      trustedProxies: accounts.trustedProxies,
      render: (request, services) => visitors.run(() => renderer.forContact(request, pages.store, services)),
    },
    renderPreview: (target) =>
      visitors.run(() => renderer.forPreview(target, { store, drafts: drafts.drafts, findActor })),
    contentApi: createContentApi({
      config,
      origin,
      store,
      files,
      drafts: drafts.drafts,
      tryPage,
      reviewMails,
      itemSearch,
      pictures,
      uploads,
      limits,
      addressOf: (context) => readClient(context, accounts.trustedProxies).address,
      generateBlockId: deterministicBlockId,
      noteRefusal: (program, action, context) =>
        accounts.noteRefusal(program, action, readClient(context, accounts.trustedProxies)),
      log,
    }),
    ...(keepsPages ? { cache, searches } : { cache: undefined }),
    assets,
    builds,
    localeFiles,
    routes: [
      createHealthRoutes({ readiness }),
      resumable.routes,
      createBuildRoutes({ build: source.info, routeRules: config.routeRules, prerendered: () => cache.paths() }),
      createLocaleRoutes({ files: localeFiles }),
      createTitlePictureRoutes({ config, content, pictures, drawnFiles }),
      createMediaRoutes({
        ...{ store, remembered: pages.mediaStore, files, pictures, drawnFiles },
        judgeReader: createDraftReaders({ store, identity, cookies, trustedProxies: accounts.trustedProxies }),
        readPreview: async (token) =>
          (await readPreview({ store, config, drafts: drafts.drafts, findActor }, token))?.item,
        tellsSharedCaches: options.purger !== undefined,
      }),
      createIconRoutes({ icons }),
      createSitemapRoutes(published),
      createFeedRoutes(published),
      createRobotsRoutes(published),
      createLiveRoutes({
        ...{ hub: liveHub, store, identity, cookies, findActor, log, stop },
        trustedProxies: accounts.trustedProxies,
      }),
    ],
  });
  const hasOwnHeaders = createHeaderRules(config);
  const answerHit = createHitAnswerer({
    cache,
    searches,
    assets,
    chooseLanguage: createLanguageChooser(config, origin),
    hasOwnHeaders,
    trustedProxies: accounts.trustedProxies,
    log,
  });
  const arrivals = createArrivals();
  let pictureKeeper: ReturnType<typeof startPictureKeeper> | undefined;

  const listener = createRequestListener({
    app,
    ...(keepsPages && { answerHit }),
    answerProbe: createProbeAnswerer({
      ...{ readiness, securityHeaders: headers, hasOwnHeaders, log },
      trustedProxies: accounts.trustedProxies,
    }),
    busy: readBusyTexts(config, localeFiles),
    headers,
    refusals: options.refusals,
    arrivals,
    trustedProxies: accounts.trustedProxies,
  });
  const noteProxy = createProxyNotice(log, accounts.trustedProxies);
  return {
    listener(incoming, outgoing) {
      noteProxy(incoming);
      visitors.noteRequest();
      contact.noteVisit(incoming);
      listener(incoming, outgoing);
    },
    arrivals,
    // Instances that are asked for an asset of this build have it from its first page on.
    following: Promise.all([pages.followed, iconsLoaded, services.isShared && builds?.store()]),
    measured: () => ({
      pages: { kept: cache.pages().length, bytes: cache.bytes() + searches.bytes() },
      drafts: drafts.counts(),
      isSearchComplete: searching?.isDone() === true,
    }),
    startBackgroundWork() {
      void uploads
        .clean()
        .catch((error: unknown) => log.warn({ err: error }, 'Unfinished uploads could not be deleted'));
      accounts.startBackgroundWork();
      drafts.startBackgroundWork();
      pages.startKeeping();
      if (!services.isShared) void builds?.store();
      builds?.start();
      // Nobody knows what has changed since the former server, of another build or configuration, was there.
      options.purger?.purgeEverything();
      jobs.start();
      searching = startSearch({
        ...{ store, config, log, index: search },
        snapshot: isBilled
          ? createSearchSnapshot({
              ...{ store, files, index: search, identity: services.searchIdentity, log },
              folder: join(options.dataDir, UPLOADS),
            })
          : undefined,
        onChanged: searches.clear,
        pause: visitors.yieldToVisitors,
      });
      void searching.complete.then(services.noteSearchComplete);
      searching.ready
        .then(() => endUnshown({ store, config, tryPage: (publication) => renderer.tryPage(publication, store) }))
        .catch((err: unknown) => log.error({ err }, 'Items that cannot be shown could not be looked at again'));
      // One after the other: visitors come first.
      void searching.ready.then(() => {
        if (!stop.aborted) pictureKeeper = startPictureKeeper({ store, files, pictures, log, book });
      });
      if (!keepsPages || options.preparesPages === false) return;
      void searching.ready.then(() => pages.prepare(addressOf));
    },
    sockets: drafts.sockets,
    async endDrafts() {
      await Promise.all([jobs.stop(), pictureKeeper?.stop(), searching?.stop()]);
      await drafts.close();
    },
    async close() {
      builds?.stop();
      cardsRevision.stop();
      liveHub.close();
      await pages.close();
    },
  };
}

/** Renders are timed if they are measured. */
function timed(metrics: Metrics | undefined, renderer: PageRenderer): PageRenderer {
  if (!metrics) return renderer;
  return {
    ...renderer,
    page: metrics.timeRenders('public', renderer.page),
    forAdmin: metrics.timeRenders('admin', renderer.forAdmin),
    forContact: metrics.timeRenders('contact', renderer.forContact),
    forPreview: metrics.timeRenders('preview', renderer.forPreview),
  };
}
