import type { Hono } from 'hono';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { PageRoute } from '#core/site/page-routes.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import site from '#site-config';
import { createApp } from '../create-server.ts';
import type { Variants } from '../http/representation.ts';
import { type HstsScope, securityHeaders } from '../middleware/security-headers.ts';
import { createSharedControl } from '../page-cache/create-site-pages.ts';
import { createPageAddressing, type PageAddress } from '../page-cache/page-address.ts';
import { PageCache } from '../page-cache/page-cache.ts';
import { createReadIndex, type ReadIndex } from '../page-cache/read-index.ts';
import type { RenderedPage, RenderPage } from '../rendering/rendered-page.ts';
import { createFakeLog, type FakeLog } from './fake-log.ts';
import { renderedPage } from './rendered.ts';

export interface TestApp {
  get(path: string, headers?: { [name: string]: string }, method?: string): Promise<Response>;
  log: FakeLog;
  cache: PageCache;
  index: ReadIndex;
  /** The rendered targets. */
  targets: string[];
}

export interface TestAppOptions {
  render?: RenderPage;
  config?: Partial<SiteConfig>;
  origin?: string;
  hsts?: HstsScope;
  routes?: Hono[];
  trustedProxies?: number;
  assets?: { [path: string]: Variants };
  withCache?: boolean;
  /** Read by the renderer through its recording. */
  store?: DocumentStore;
  onShareEnded?: (address: PageAddress) => void;
}

/** A long page with one script of each kind. */
export const PAGE = `<!DOCTYPE html><html lang="es"><head><title>t</title><link rel="modulepreload" href="/assets/a.js"></head><body>${'<p>radiografía</p>'.repeat(200)}<script>start()</script></body></html>`;

/** Answers the paths in `pages`; otherwise 404 like the app. */
export function renderPages(pages: { [target: string]: RenderedPage }): RenderPage {
  return async (target) => {
    const headers = new Headers({
      'Content-Type': 'text/html; charset=utf-8',
      'X-Meki-Error-Message': encodeURIComponent(`Page not found: ${target}`),
    });
    return pages[target] ?? renderedPage('<!DOCTYPE html><h1>404</h1>', { status: 404, headers });
  };
}

/** The whole app with a fake renderer, which does not read from the store. */
export function createTestApp(options: TestAppOptions = {}): TestApp {
  const {
    origin = 'http://localhost:3000',
    assets = {},
    routes = [],
    withCache = true,
    store = {} as DocumentStore,
  } = options;
  const render =
    options.render ?? renderPages(Object.fromEntries(HOME_PAGES.map((path) => [path, renderedPage(PAGE)])));
  const config = { ...site, ...options.config };
  const log = createFakeLog();
  const targets: string[] = [];
  const recorded: RenderPage = (target, source) => {
    targets.push(target);
    return render(target, source);
  };
  const headers = securityHeaders(origin, options.hsts);
  const index = createReadIndex();
  const cache = new PageCache({
    ...{ render: recorded, store, index, log, securityHeaders: headers },
    sharedControl: createSharedControl(config),
    ...(options.onShareEnded && { onShareEnded: options.onShareEnded }),
  });
  const texts = (locale: string) => ({
    title: `title ${locale}`,
    general: `general ${locale}`,
    busy: `busy ${locale}`,
    home: `home ${locale}`,
  });
  const app = createApp({
    config,
    origin,
    securityHeaders: headers,
    log,
    ...(options.trustedProxies !== undefined && { trustedProxies: options.trustedProxies }),
    store,
    render: recorded,
    addressOf: createPageAddressing(config, ROUTES),
    cache: withCache ? cache : undefined,
    assets: { lookup: (path) => assets[path] },
    localeFiles: { read: (locale) => Buffer.from(JSON.stringify(texts(locale))), readCompiled: () => undefined },
    routes,
  });
  return {
    get: async (path, headers = {}, method = 'GET') =>
      app.fetch(new Request(`http://host.invalid${path}`, { method, headers, redirect: 'manual' })),
    log,
    cache,
    index,
    targets,
  };
}

/** A listing, whose page number is part of its address, and a page that is not cached. */
const ROUTES: PageRoute[] = [
  { path: 'estudios', query: () => ({ page: { shape: /^\d+$/ } }) },
  { path: 'search', query: () => 'search' },
];

const HOME_PAGES = ['/', '/en', '/es', '/faq', '/en/faq', '/es/faq', '/estudios', '/estudios?page=2'];
