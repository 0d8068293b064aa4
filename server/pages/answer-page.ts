import type { Context } from 'hono';
import type { Locale, LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { withoutToken } from '#core/site/site-paths.ts';
import { isUnavailable, RETRY_AFTER_SECONDS } from '../http/answer-unavailable.ts';
import { wantsJson } from '../http/representation.ts';
import type { Log } from '../log/log.ts';
import type { RequestVariables } from '../middleware/access-log.ts';
import { isAdminRequest } from '../middleware/is-admin-request.ts';
import { TooBusy } from '../page-cache/render-queue.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import { sendRendered } from './send-rendered.ts';

export type PageContext = Context<{ Variables: RequestVariables }>;

/** The cases of the fallback page: an error, overload, or an unavailable database. */
export type ErrorPageKind = 'failed' | 'busy' | 'unavailable';

export interface PageAnswererOptions {
  set: LocaleSet;
  log: Pick<Log, 'warn' | 'error'>;
  /** The fallback page as HTML. @param kind selects the message */
  errorPage: (locale: Locale, kind: ErrorPageKind) => Pick<RenderedPage, 'body' | 'inline'>;
  /** Whether pages have a Content-Security-Policy; a development server's scripts would violate it. */
  withPolicy: boolean;
}

/**
 * Sends the app's response, or logs its failure once with its cause and sends the fallback page.
 * @param target the path and query passed to the app, if they differ from the request's
 */
export type PageAnswerer = (
  context: PageContext,
  rendered: RenderedPage | { failure: unknown },
  target?: string,
) => Promise<Response>;

/** Retry-After in seconds for a refused page: the time to empty a full render queue. */
const BUSY_RETRY_SECONDS = 2;

/** Minimum milliseconds between log entries about refused pages. */
const BUSY_LOG_INTERVAL = 60_000;

/** @see PageAnswerer */
export function createPageAnswerer({ set, log, errorPage, withPolicy }: PageAnswererOptions): PageAnswerer {
  function logFailure(context: PageContext, error: unknown): void {
    const path = withoutToken(set, new URL(context.req.url).pathname);
    log.error({ err: error, path, id: context.get('requestId') }, 'A page could not be rendered');
  }

  let busyLoggedAt = Number.NEGATIVE_INFINITY;

  function lastResort(context: PageContext, status = 500, kind?: ErrorPageKind): Promise<Response> {
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
    const { locale } = splitLocale(set, new URL(context.req.url).pathname);
    const page = errorPage(locale, kind ?? (status === 503 ? 'unavailable' : 'failed'));
    return sendRendered(context, { status, headers, ...page }, withPolicy);
  }

  async function answerBusy(context: PageContext, isJson: boolean): Promise<Response> {
    if (performance.now() - busyLoggedAt >= BUSY_LOG_INTERVAL) {
      busyLoggedAt = performance.now();
      log.warn('Too many pages to render; some requests are answered with 503');
    }
    const response = isJson
      ? jsonError(context, 503, 'Too many requests wait')
      : await lastResort(context, 503, 'busy');
    response.headers.set('Retry-After', String(BUSY_RETRY_SECONDS));
    response.headers.set('Cache-Control', 'no-store');
    return response;
  }

  return async (context, rendered, target) => {
    const response = await answer(context, rendered, target);
    if (response.status === 503 && !response.headers.has('Retry-After')) {
      response.headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
    }
    return response;
  };

  async function answer(
    context: PageContext,
    rendered: RenderedPage | { failure: unknown },
    target: string | undefined,
  ): Promise<Response> {
    const isJson = wantsJson(context.req.header('accept'));
    if ('failure' in rendered) {
      if (rendered.failure instanceof TooBusy) return answerBusy(context, isJson);
      logFailure(context, rendered.failure);
      const status = isUnavailable(rendered.failure) ? 503 : 500;
      return isJson ? jsonError(context, status, errorMessage(status, null, '', '')) : lastResort(context, status);
    }
    const { status } = rendered;
    // A 503 without an error is a refusal for the moment, such as of one upload too many.
    const isFailure = status >= 500 && (status !== 503 || rendered.error !== undefined);
    if (isFailure) logFailure(context, rendered.error ?? new Error(`The app answered ${status}`));
    if (status >= 400 && isJson) {
      const { pathname, search } = new URL(context.req.url);
      const header = rendered.headers.get('X-Meki-Error-Message');
      return jsonError(context, status, errorMessage(status, header, target ?? pathname + search, pathname + search));
    }
    return status >= 500 && rendered.body === ''
      ? lastResort(context, status)
      : sendRendered(context, rendered, withPolicy, isAdminRequest(set, new URL(context.req.url).pathname));
  }
}

/** An error as JSON: `{"statusCode":404,"message":"Page not found: /x"}`. */
export function jsonError(context: Context, status: number, message: string): Response {
  return context.body(JSON.stringify({ statusCode: status, message }), status as 404, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    Vary: 'Accept',
  });
}

/** The JSON message for an error document of the app, for the requested address. */
function errorMessage(status: number, header: string | null, rendered: string, asked: string): string {
  const message = header === null ? '' : decodeMessage(header);
  if (message === '' && status === 503) return 'Service unavailable';
  if (message === '') return status === 404 ? `Page not found: ${asked}` : 'Internal server error';
  return message === `Page not found: ${rendered}` ? `Page not found: ${asked}` : message;
}

function decodeMessage(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
