import { Hono } from 'hono';
import type { DocumentReader } from '#core/documents/document-store.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type AccountRoutesOptions, createAccountRoutes } from './accounts/account-routes.ts';
import { API_PATH } from './api/v1/create-content-api.ts';
import type { KeptBuilds } from './builds/kept-builds.ts';
import { isUnavailable, RETRY_AFTER_SECONDS } from './http/answer-unavailable.ts';
import { type FlatHeaders, variantsResponse } from './http/representation.ts';
import type { StaticAssets } from './http/static-assets.ts';
import { type ContactRoutesOptions, createContactRoutes } from './inbox/contact-routes.ts';
import type { LocaleFiles } from './locales/locale-files.ts';
import type { Log } from './log/log.ts';
import { identifyRequest, logAccess, type RequestVariables } from './middleware/access-log.ts';
import { createLanguageChooser } from './middleware/choose-language.ts';
import { followRouteRules, redirectToCleanPath } from './middleware/follow-route-rules.ts';
import { limitMethods } from './middleware/limit-methods.ts';
import { refuseCrossSite } from './middleware/refuse-cross-site.ts';
import { addSecurityHeaders } from './middleware/security-headers.ts';
import type { PageAddressing } from './page-cache/page-address.ts';
import type { PageCache } from './page-cache/page-cache.ts';
import type { SearchPages } from './page-cache/search-pages.ts';
import { createPageAnswerer, type PageAnswererOptions } from './pages/answer-page.ts';
import { createWrongAddressAnswerer } from './pages/answer-wrong-address.ts';
import { createIslandRoutes } from './pages/island-routes.ts';
import { createPageRoutes, createPreviewRoutes } from './pages/page-routes.ts';
import { createErrorPage } from './rendering/error-page.ts';
import type { RenderedPage, RenderPage } from './rendering/rendered-page.ts';

export interface AppOptions {
  config: SiteConfig;
  /** Public origin without a trailing slash. A request's `Host` is never used. */
  origin: string;
  /** For every response. */
  securityHeaders: FlatHeaders;
  log: Log;
  /** Number of trusted proxies in front of the server; default 0. */
  trustedProxies?: number;
  store: DocumentReader;
  render: RenderPage;
  addressOf: PageAddressing;
  /** The dependencies of the admin area; without them, there is none. */
  accounts?: Pick<AccountRoutesOptions, 'identity' | 'cookies' | 'uploads' | 'render' | 'trustedProxies'>;
  /** The dependencies of the contact form; without them, there is none. */
  contact?: Pick<ContactRoutesOptions, 'form' | 'render' | 'trustedProxies'>;
  /** Renders the page of a preview link, by path and query; without it, there are no such pages. */
  renderPreview?: (target: string) => Promise<RenderedPage>;
  /** `undefined`: pages are rendered for every request and without a policy, as in development. */
  cache: PageCache | undefined;
  /** The cache of pages of search results; as `cache`. */
  searches?: SearchPages | undefined;
  assets: StaticAssets;
  /** The assets of other builds; without it, there are none. */
  builds?: Pick<KeptBuilds, 'lookup'> | undefined;
  localeFiles: Pick<LocaleFiles, 'read' | 'readCompiled'>;
  /** The Content API, which checks methods and origins itself. */
  contentApi?: Hono;
  /** Routes matched before pages. */
  routes: Hono[];
}

/** The whole site as a function of a `Request`. */
export function createApp(options: AppOptions): Hono<{ Variables: RequestVariables }> {
  const { config, origin, log, assets, routes, cache } = options;
  const app = new Hono<{ Variables: RequestVariables }>();
  const { trustedProxies = 0 } = options;
  app.use(
    identifyRequest(trustedProxies),
    logAccess(log, config, trustedProxies),
    addSecurityHeaders(options.securityHeaders),
  );
  if (options.contentApi) app.route(API_PATH, options.contentApi);
  const { localeFiles } = options;
  const withPolicy = cache !== undefined;
  const answerWrongAddress = createWrongAddressAnswerer({ set: config, origin, localeFiles, log, withPolicy });
  app.use(
    limitMethods(config),
    refuseCrossSite(origin, answerWrongAddress),
    redirectToCleanPath(),
    followRouteRules(config),
  );
  for (const group of routes) app.route('/', group);
  app.get('*', async (context, next) => {
    const { pathname } = new URL(context.req.url);
    const variants = assets.lookup(pathname) ?? (await options.builds?.lookup(pathname));
    return variants ? variantsResponse(context.req, variants) : next();
  });
  const errorPage = createErrorPages(config, localeFiles);
  const answer = createPageAnswerer({ set: config, log, errorPage, withPolicy });
  if (options.accounts) app.route('/', createAccountRoutes({ ...options.accounts, set: config, origin, answer }));
  if (options.contact) app.route('/', createContactRoutes({ ...options.contact, set: config, origin, answer }));
  if (options.renderPreview) {
    app.route('/', createPreviewRoutes({ set: config, render: options.renderPreview, answer }));
  }
  const { render, store } = options;
  app.route('/', createIslandRoutes({ set: config, render, store, cache, answer }));
  app.route(
    '/',
    createPageRoutes({
      render,
      store,
      addressOf: options.addressOf,
      chooseLanguage: createLanguageChooser(config, origin),
      cache,
      searches: options.searches,
      answer,
    }),
  );
  app.notFound((context) => {
    const { pathname, search } = new URL(context.req.url);
    return context.json({ statusCode: 404, message: `Page not found: ${pathname}${search}` }, 404);
  });
  app.onError((error, context) => {
    log.error({ err: error, id: context.get('requestId') }, 'A request failed');
    if (isUnavailable(error)) {
      const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' };
      return context.json({ statusCode: 503, message: 'Service unavailable' }, 503, headers);
    }
    return context.json({ statusCode: 500, message: 'Internal server error' }, 500);
  });
  return app;
}

/** The message key of each error page, in the namespace `error`. */
const ERROR_MESSAGES = { failed: 'general', busy: 'busy', unavailable: 'unavailable' } as const;

type ErrorMessages = Record<'title' | 'home' | (typeof ERROR_MESSAGES)[keyof typeof ERROR_MESSAGES], string>;

/** Error pages are rendered once: an overloaded server has no time to render them. */
function createErrorPages(config: SiteConfig, files: Pick<LocaleFiles, 'read'>): PageAnswererOptions['errorPage'] {
  const made = new Map<string, ReturnType<PageAnswererOptions['errorPage']>>();
  return (locale, kind) => {
    const key = `${locale} ${kind}`;
    const known = made.get(key);
    if (known) return known;
    const { title, home, ...messages } = JSON.parse(files.read(locale, 'error')?.toString() ?? '{}') as ErrorMessages;
    const texts = { title, message: messages[ERROR_MESSAGES[kind]], home };
    const page = createErrorPage(localeDefinition(config, locale), texts, localizePath(config, locale, '/'));
    made.set(key, page);
    return page;
  };
}
