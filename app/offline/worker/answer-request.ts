import { type Locale, type LocaleSet, localeDefinition } from '#core/locales/locale.ts';
import { localizePath, splitLocale } from '#core/locales/localized-path.ts';
import { textSources } from '#core/locales/messages.ts';
import { html, ownMarkup, plainPage } from '#core/markup/html.ts';
import { SURFACE } from '#core/site/site-colors.ts';
import { isAdminPath } from '#core/site/site-paths.ts';
import type spanishErrors from '../../../locales/es/error.json';
import type spanish from '../../../locales/es/offline.json';
import { ONLINE_TIMEOUT } from '../../data/data-limits.ts';
import drawing from '../../error-screen/drawing.svg?raw';
import { AWAY, SIGNED_OUT } from '../../navigation/answer-marks.ts';
import { keptPathOf } from '../kept-path.ts';
import { FILES_PATH, type OfflinePages } from '../offline-pages.ts';

/** The texts are bundled with the worker, because nothing can be fetched when they are needed. */
const texts = import.meta.glob<typeof spanish>('../../../locales/*/offline.json', { eager: true, import: 'default' });

const errors = import.meta.glob<Partial<typeof spanishErrors>>('../../../locales/*/error.json', {
  eager: true,
  import: 'default',
});

const STYLES = html`
*{box-sizing:border-box}
body{margin:0;background:oklch(.155 .018 198);color:oklch(.945 .012 180);color-scheme:dark;font:1.125rem/1.55 Figtree,ui-sans-serif,system-ui,sans-serif}
main{min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:2.5rem;padding:3rem 1.5rem}
svg{display:block;width:100%;max-width:28rem;height:auto}
.words{max-width:28rem;text-align:center}
h1{margin:0;font-size:clamp(2rem,1.7rem + 1.5vw,3rem);line-height:1.12;letter-spacing:-.025em;font-weight:600;color:oklch(.892 .058 191)}
p{margin:1.25rem 0 0;color:oklch(.77 .022 184)}
.actions{margin-top:2.25rem;display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center}
a{display:inline-flex;align-items:center;min-height:48px;padding:0 1.5rem;border-radius:.625rem;font-weight:600;text-decoration:none;border:1px solid oklch(.58 .03 192);color:inherit}
a:first-child{background:oklch(.817 .085 192);border-color:transparent;color:oklch(.222 .038 199)}
a:hover{text-decoration:underline}
a:focus-visible{outline:3px solid oklch(.817 .085 192);outline-offset:3px}
@media (min-width:64rem){main{flex-direction:row;gap:5rem}svg{max-width:36rem}.words{text-align:start}.actions{justify-content:flex-start}}
`;

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

/** The texts of a language by name, those that it lacks from the languages that stand in for it. */
function textsOf<T extends object>(files: { [path: string]: T }, set: LocaleSet, locale: Locale): Partial<T> {
  const byFolder = new Map(Object.entries(files).map(([path, file]) => [path.split('/').at(-2) ?? '', file]));
  const sources = textSources(set, locale, [...byFolder.keys()]).map((folder) => byFolder.get(folder));
  return Object.assign({}, ...sources.reverse());
}

/** The page for an address of the admin area that is not stored, in the style of the error screen. */
function createOfflinePage(set: LocaleSet, pathname: string): Response {
  const { locale } = splitLocale(set, pathname);
  const { title = '', message = '', again = '', dashboard = '' } = textsOf(texts, set, locale);
  const { illustration = '' } = textsOf(errors, set, locale);
  const nonce = crypto.randomUUID();
  const picture = drawing
    .replace('aria-hidden="true"', () => html`role="img" aria-label="${illustration}"`.markup)
    .replace(/^<\?xml.*?\?>/, '');
  const body = plainPage({
    locale: localeDefinition(set, locale),
    title,
    head: html`<meta name="theme-color" content="${SURFACE.dark}">
<style nonce="${nonce}">${STYLES}</style>`,
    body: html`<main>
${ownMarkup(picture)}
<div class="words">
<h1>${title}</h1>
<p>${message}</p>
<div class="actions">
<a href="">${again}</a>
<a href="${localizePath(set, locale, '/admin')}">${dashboard}</a>
</div>
</div>
</main>`,
  });
  return new Response(body, {
    status: 503,
    statusText: 'Service Unavailable',
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
