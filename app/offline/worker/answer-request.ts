import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { isAdminPath } from '#core/site/admin-path.ts';
import { ONLINE_TIMEOUT } from '../../data/data-limits.ts';
import { AWAY } from '../../navigation/away.ts';
import { keptPathOf } from '../kept-path.ts';
import { FILES_PATH, type OfflinePages } from '../offline-pages.ts';
import { SIGNED_OUT } from '../signed-out.ts';
import { createOfflinePage } from './offline-page.ts';

/** Timeout of the server in milliseconds, after which a stored page is shown: the same as that of the data client. */
export const PATIENCE = ONLINE_TIMEOUT;

/** A request handled by a worker. */
export interface Asked {
  request: Request;
  /** Continues after the response (`waitUntil`). */
  later(work: Promise<unknown>): void;
  /** A document from the server, to be stored once its page has identified its person. */
  arrived(key: string, document: Response): void;
}

interface RequestAnswererOptions {
  set: LocaleSet;
  origin: string;
  pages: Pick<OfflinePages, 'find' | 'findFile' | 'drop' | 'forget'>;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Answers requests of the admin area when the server cannot: with the page as last visited, or the offline page. @returns
 * `undefined` for requests that the browser should handle itself
 */
export function createRequestAnswerer({ set, origin, pages, fetch }: RequestAnswererOptions) {
  async function answerDocument(url: URL, { request, later, arrived }: Asked): Promise<Response> {
    const key = keptPathOf(set, url)?.key;
    const findKept = async () => (key === undefined ? undefined : pages.find(key));
    const answer = fetch(request);
    try {
      const kept = (await isLate(answer)) ? await findKept() : undefined;
      if (kept) return kept;
      const response = await answer;
      if (AWAY.includes(response.status)) return (await findKept()) ?? response;
      note(response, key, later);
      if (key !== undefined && response.ok) arrived(key, response.clone());
      return response;
    } catch {
      return (await findKept()) ?? createOfflinePage(set, url.pathname);
    }
  }

  /** On failure, tells the router to load the document instead, which may be stored. */
  async function answerData(url: URL, { request, later }: Asked): Promise<Response> {
    const page = pageOfData(url);
    const document = new Response(null, {
      status: 204,
      headers: { 'X-Remix-Redirect': page.pathname + page.search, 'X-Remix-Reload-Document': 'true' },
    });
    try {
      const response = await fetch(request);
      if (AWAY.includes(response.status)) return document;
      note(response, keptPathOf(set, page)?.key, later);
      return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      return document;
    }
  }

  /** Deletes offline pages after sign-out; if the server did not answer, the person is still signed in. */
  async function answerSignOut({ request, later }: Asked): Promise<Response> {
    const response = await fetch(request);
    if (response.ok || response.type === 'opaqueredirect') later(pages.forget());
    return response;
  }

  /** Handles the header for anonymous visitors, and refusals, after which the person may no longer see the page. */
  function note({ headers, status }: Response, key: string | undefined, later: Asked['later']): void {
    if (headers.has(SIGNED_OUT)) later(pages.forget());
    if (key !== undefined && status >= 400 && status < 500) later(pages.drop(key));
  }

  return (asked: Asked): Promise<Response> | undefined => {
    const { request } = asked;
    const url = new URL(request.url);
    if (url.origin !== origin) return undefined;
    const page = pageOfData(url);
    if (request.method === 'POST' && splitLocale(set, page.pathname).path === '/admin/signout') {
      return answerSignOut(asked);
    }
    if (request.method !== 'GET') return undefined;
    if (url.pathname.startsWith(FILES_PATH)) {
      return pages.findFile(url.pathname).then((file) => file ?? fetch(request));
    }
    if (!isAdminPath(set, page.pathname)) return undefined;
    if (request.mode === 'navigate') return request.destination === 'document' ? answerDocument(url, asked) : undefined;
    return url.pathname === page.pathname ? undefined : answerData(url, asked);
  };
}

async function isLate(answer: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<true>();
  const timer = setTimeout(() => resolve(true), PATIENCE);
  const arrival = answer.then(
    () => false,
    () => false,
  );
  return Promise.race([arrival, late]).finally(() => clearTimeout(timer));
}

/** The page's URL for a data request; other URLs are unchanged. */
function pageOfData(url: URL): URL {
  const page = new URL(url);
  if (!page.pathname.endsWith('.data')) return page;
  page.pathname = page.pathname.slice(0, -'.data'.length);
  page.searchParams.delete('_routes');
  return page;
}
