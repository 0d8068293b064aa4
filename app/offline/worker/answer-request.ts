import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { isAdminPath } from '#core/site/admin-path.ts';
import { AWAY } from '../../navigation/away.ts';
import { FILES_PATH, type KeptPages } from '../kept-pages.ts';
import { keptPathOf } from '../kept-path.ts';
import { SIGNED_OUT } from '../signed-out.ts';
import { createOfflinePage } from './offline-page.ts';

/** How long the server may take before a page that is kept is shown instead, in milliseconds. Source: Meki's own. */
export const PATIENCE = 10_000;

/** A request as a worker meets it. */
export interface Asked {
  request: Request;
  /** Runs on after the answer. */
  later(work: Promise<unknown>): void;
  /** A document that arrived from the server, to be kept when its page says whose it is. */
  arrived(key: string, document: Response): void;
}

interface RequestAnswererOptions {
  set: LocaleSet;
  origin: string;
  pages: Pick<KeptPages, 'find' | 'findFile' | 'drop' | 'forget'>;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Answers what the admin area asks where the server cannot: with the page as it was last seen, or one that says that there
 * is no connection. @returns `undefined` for requests that the browser handles as if there were no worker
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

  /** The data of a page that cannot be had: the router is told to load the page's document instead, which can. */
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

  /** Whoever signed out leaves nothing behind; where the server did not answer, they are signed in still. */
  async function answerSignOut({ request, later }: Asked): Promise<Response> {
    const response = await fetch(request);
    if (response.ok || response.type === 'opaqueredirect') later(pages.forget());
    return response;
  }

  /** A page may say that nobody is signed in; a refusal says that it is no longer theirs to see. */
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

/** The address of the page whose data is asked for; of anything else, itself. */
function pageOfData(url: URL): URL {
  const page = new URL(url);
  if (!page.pathname.endsWith('.data')) return page;
  page.pathname = page.pathname.slice(0, -'.data'.length);
  page.searchParams.delete('_routes');
  return page;
}
