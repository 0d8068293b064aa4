import { join } from 'node:path';
import type { SignUpMode } from '#core/accounts/identity.ts';
import type { DocumentReader } from '#core/documents/document-store.ts';
import type { JobBook } from '#core/jobs/job-book.ts';
import type { MediaLimits } from '#core/media/media-limits.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { noteUnshown } from '#core/publishing/note-unshown.ts';
import { createReviewMails } from '#core/publishing/review-mails.ts';
import { readingStored, type TryPage } from '#core/publishing/try-page.ts';
import { pageRoutes } from '#core/site/page-routes.ts';
import { BUILD_HEADER } from '#core/site/response-headers.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createFindActor } from '#core/tokens/api-tokens.ts';
import type { AdminServices } from '../app/context/context.ts';
import { createAccountCookies } from './accounts/account-cookies.ts';
import type { Accounts } from './accounts/create-accounts.ts';
import { followCardsRevision } from './api/published-routes.ts';
import { clientVersion, KeptBuilds } from './builds/kept-builds.ts';
import { createDraftsService } from './drafts/create-drafts.ts';
import { createStaticAssets } from './http/static-assets.ts';
import { createContact } from './inbox/contact-routes.ts';
import { createItemJobs } from './jobs/item-jobs.ts';
import { createLiveHub } from './live/live-hub.ts';
import { createLocaleFiles } from './locales/locale-files.ts';
import type { Log } from './log/log.ts';
import type { RateLimitedLog } from './log/rate-limited-log.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { type HstsScope, securityHeaders } from './middleware/security-headers.ts';
import { createSitePages } from './page-cache/create-site-pages.ts';
import { createPageAddressing } from './page-cache/page-address.ts';
import { pageIdentity } from './page-cache/page-file.ts';
import { createMediaPurges, type Purger } from './purging/create-purger.ts';
import type { AppSource } from './rendering/load-build.ts';
import { createPageRenderer, type PageRenderer } from './rendering/render-page.ts';
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

/** What the routes and the work in the background of a site's server share. */
export function createSiteParts(options: SiteServerOptions) {
  const { config, origin, log, services, accounts, source, stop, metrics } = options;
  const { store, files, icons } = services;
  const { identity, trustedProxies } = accounts;
  const isBilled = services.usage !== undefined;
  const cookies = createAccountCookies(origin);
  const version = clientVersion(source.clientFolder);
  const drafts = createDraftsService({
    ...{ config, origin, identity, cookies, trustedProxies, log },
    store: metrics?.storeOf('draft', store) ?? store,
    draftLog: services.draftLog,
    isShared: services.isShared,
    build: version,
  });
  const reviewMails = createReviewMails({ identity, compose: accounts.compose, steady: () => performance.now() });
  const renderer = createSiteRenderer(options);
  const tryPage = createTryPage(renderer, log, () => pages.documents);
  const jobs = createItemJobs({
    ...{ store, files, config, drafts: drafts.drafts, identity, log, book: options.book, resumes: isBilled },
    ...{ tryPage, reviewMails },
    pause: () => pages.visitors.yieldToVisitors(),
  });
  // Windows of another build load documents instead of data.
  const headers = [...securityHeaders(origin, options.hsts), ...(version === undefined ? [] : [BUILD_HEADER, version])];
  const keepsPages = options.keepsPages ?? source.mode === 'production';
  const iconsLoaded = loadOutsideIcons(options);
  const { stored, purger } = options;
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
    onShareEnded: ({ key }) => purger?.purge(key),
    mediaChanges: purger && createMediaPurges(store, purger),
  });
  const builds =
    source.mode === 'production'
      ? new KeptBuilds({
          ...{ store, files, securityHeaders: headers, log },
          build: { id: source.info.id, clientFolder: source.clientFolder },
        })
      : undefined;
  return {
    ...{ isBilled, cookies, drafts, reviewMails, renderer, tryPage, jobs, headers, keepsPages, pages, builds },
    findActor: createFindActor({ store, identity }),
    contact: createContact({ config, store, accounts }),
    liveHub: createLiveHub({ store, log, presence: drafts }),
    content: createPublishedContent({ store, config }),
    addressOf: createPageAddressing(config, pageRoutes(config)),
    assets: createStaticAssets(source.clientFolder, headers),
    localeFiles: createLocaleFiles(join(options.root, 'locales'), config),
    cardsRevision: followCardsRevision(store, log),
    iconsLoaded,
  };
}

export type SiteParts = ReturnType<typeof createSiteParts>;

/** Renders are timed if they are measured. */
function createSiteRenderer({ config, origin, log, services, source, metrics }: SiteServerOptions): PageRenderer {
  const { store, search, icons } = services;
  const renderer = createPageRenderer({
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
  });
  if (!metrics) return renderer;
  return {
    ...renderer,
    page: metrics.timeRenders('public', renderer.page),
    forAdmin: metrics.timeRenders('admin', renderer.forAdmin),
    forContact: metrics.timeRenders('contact', renderer.forContact),
    forPreview: metrics.timeRenders('preview', renderer.forPreview),
  };
}

/** Tries the page of a publication that is not public yet over what is stored, and logs why it cannot be shown. */
function createTryPage(renderer: PageRenderer, log: Log, stored: () => DocumentReader): TryPage {
  return async (publication, unit) => {
    const fault = await renderer.tryPage(publication, readingStored(stored(), unit));
    const { itemId, language } = publication;
    if (fault)
      log.error(
        { itemId, language, parts: fault.parts, err: fault.cause },
        'A page cannot be shown, and is not published',
      );
    return fault;
  };
}

/** Loads the icons of the configuration from an outside service, if there is one: pages contain them, and do not wait for it. */
async function loadOutsideIcons({ config, services }: SiteServerOptions): Promise<void> {
  const { icons, contentTypes } = config;
  if (icons?.service) await Promise.all(contentTypes.map(({ icon }) => services.icons.findIcon(icon)));
}
