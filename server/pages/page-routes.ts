import { type Context, Hono } from 'hono';
import type { DocumentReader } from '#core/documents/document-store.ts';
import type { Locale, LocaleSet } from '#core/locales/locale.ts';
import { isPreviewPath, spellPagePath } from '#core/site/site-paths.ts';
import { variantsResponse, wantsJson } from '../http/representation.ts';
import type { RequestVariables } from '../middleware/access-log.ts';
import type { HeaderReader, LanguageChooser } from '../middleware/choose-language.ts';
import { savesData } from '../page-cache/answer-hit.ts';
import { PUBLIC } from '../page-cache/cached-page.ts';
import type { PageAddress, PageAddressing } from '../page-cache/page-address.ts';
import type { PageCache, PageResult } from '../page-cache/page-cache.ts';
import type { SearchPages } from '../page-cache/search-pages.ts';
import type { RenderedPage, RenderPage } from '../rendering/rendered-page.ts';
import { jsonError, type PageAnswerer, type PageContext } from './answer-page.ts';

export interface PageRoutesOptions {
  render: RenderPage;
  store: DocumentReader;
  addressOf: PageAddressing;
  chooseLanguage: LanguageChooser;
  /** `undefined`: every page is rendered per request. */
  cache: Pick<PageCache, 'load' | 'share'> | undefined;
  /** Of pages of search results; as `cache`. */
  searches: Pick<SearchPages, 'load'> | undefined;
  answer: PageAnswerer;
}

const PAYLOAD = '/_payload.json';

/** Routes of everything that the app renders: pages, payloads, and data of client navigations. */
export function createPageRoutes(options: PageRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const { render, store, addressOf, chooseLanguage, cache, searches, answer } = options;
  const app = new Hono<{ Variables: RequestVariables }>();

  async function load(address: PageAddress, isForProgram = false): Promise<PageResult> {
    if (cache && address.cacheable) return cache.load(address, isForProgram);
    if (searches && address.isSearch) return searches.load(address);
    return { kind: 'response', rendered: await render(address.key, store, isForProgram) };
  }

  /** Chooses the language, without those whose home page is not published. */
  async function chooseOpen(address: PageAddress, header: HeaderReader, addressOf: PageAddressing) {
    const closed: Locale[] = [];
    while (true) {
      const language = chooseLanguage(address, header, closed);
      if (language.redirectTo === undefined) return language;
      const home = await load(addressOf(`/${language.redirectTo}`, ''));
      if (home.kind === 'page' || home.rendered.status !== 404) return language;
      closed.push(language.redirectTo);
    }
  }

  app.get(`*`, async (context) => {
    const { pathname, search } = new URL(context.req.url);
    const elsewhere = otherSpelling(pathname);
    if (elsewhere !== undefined) return context.redirect(elsewhere + search, 301);
    if (pathname.endsWith(PAYLOAD)) return sendPayload(context, pathname.slice(0, -PAYLOAD.length) || '/', search);
    const path = readablePath(pathname);
    const header = (name: string) => context.req.header(name);
    try {
      if (pathname.endsWith('.data')) return await answer(context, await render(path + search, store), path + search);
      const address = addressOf(path, search);
      const language = await chooseOpen(address, header, addressOf);
      if (language.redirectTo !== undefined) {
        return redirectToLanguage(context, `/${language.redirectTo}`, language.cookie);
      }
      const result = await load(address, wantsJson(header('accept')));
      if (result.kind === 'response')
        return withCookie(await answer(context, result.rendered, address.key), language.cookie);
      const setCookie = language.cookie;
      if (savesData(header('save-data'))) return variantsResponse(context.req, await result.page.lite(), { setCookie });
      // Caches keep pages by the address that was asked for; only the page's own one is purged.
      const isShared = pathname + search === address.key && cache?.share(result.page) === true;
      const cacheControl = result.page.isShareable && !isShared ? PUBLIC : undefined;
      return variantsResponse(context.req, result.page.full, { setCookie, cacheControl });
    } catch (failure) {
      return answer(context, { failure });
    }
  });

  /** The data of a page for client navigation. */
  async function sendPayload(context: PageContext, pathname: string, search: string): Promise<Response> {
    try {
      const result = await load(addressOf(readablePath(pathname), search), true);
      if (result.kind === 'page') return variantsResponse(context.req, await result.page.payload());
      const { status, payload } = result.rendered;
      if (status === 200 && payload) return context.json(payload, 200, { 'Cache-Control': 'no-cache' });
      if (status < 500) return jsonError(context, 404, `Page not found: ${pathname}${search}`);
      return answer(context, { failure: result.rendered.error });
    } catch (failure) {
      return answer(context, { failure });
    }
  }

  return app;
}

/** The canonical spelling of the path of a page or its payload; `undefined` if it is canonical already, or no page. */
function otherSpelling(pathname: string): string | undefined {
  const suffix = pathname.endsWith(PAYLOAD) ? PAYLOAD : '';
  const path = pathname.slice(0, pathname.length - suffix.length);
  const spelled = spellPagePath(path);
  return spelled === undefined || spelled === path ? undefined : spelled + suffix;
}

function redirectToLanguage(context: Context, path: string, cookie: string | undefined): Response {
  const { search } = new URL(context.req.url);
  const response = context.redirect(path + search, 302);
  response.headers.set('Cache-Control', 'private, no-store');
  response.headers.set('Vary', 'Cookie, Accept-Language');
  return withCookie(response, cookie);
}

function withCookie(response: Response, cookie: string | undefined): Response {
  if (cookie !== undefined) {
    response.headers.append('Set-Cookie', cookie);
    response.headers.set('Cache-Control', 'private, no-store');
  }
  return response;
}

interface PreviewRoutesOptions {
  set: LocaleSet;
  render: (target: string) => Promise<RenderedPage>;
  answer: PageAnswerer;
}

/** Preview links, before cached pages: rendered for every request. They have no data requests. */
export function createPreviewRoutes({
  set,
  render,
  answer,
}: PreviewRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.get('*', async (context, next) => {
    const { pathname } = new URL(context.req.url);
    if (!isPreviewPath(set, pathname) || /\.(data|json)$/.test(pathname)) return next();
    const response = await render(readablePath(pathname)).then(
      (rendered) => answer(context, rendered),
      (failure: unknown) => answer(context, { failure }),
    );
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  });
  return app;
}

/** Longer paths do not exist: a slug has at most 120 characters. */
const MAX_PATH_LENGTH = 1_000;

/**
 * A path that can be decoded and passed to the app. In a path that cannot (invalid percent-encoding, control characters, an
 * encoded slash, too long), the offending characters are escaped once more, so that it leads to a 404.
 */
export function readablePath(pathname: string): string {
  const path = pathname.length > MAX_PATH_LENGTH ? `${pathname.slice(0, MAX_PATH_LENGTH)}%` : pathname;
  return isReadable(path) ? path : path.replaceAll('%', '%25');
}

function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path)) && !/%2f/i.test(path);
  } catch {
    return false;
  }
}
