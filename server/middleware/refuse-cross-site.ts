import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

/** Answers a refused request that came from a page of this server, opened at another address than the configured one. */
export type WrongAddressAnswerer = (context: Context, opened: string) => Response | Promise<Response>;

/**
 * CSRF protection: refuses an unsafe request unless it comes from a page of this site, by Fetch Metadata if available, and by
 * its `Origin`. A client that sends neither is not a browser, and has no cookies of other people.
 * @param answerWrongAddress explains the case that `MEKI_ORIGIN` is not the address that people open; also refuses
 */
export function refuseCrossSite(origin: string, answerWrongAddress: WrongAddressAnswerer): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const site = context.req.header('sec-fetch-site');
    const from = context.req.header('origin');
    const isOwn = (site === undefined || site === 'same-origin') && (from === undefined || from === origin);
    const isBrowser = site !== undefined || from !== undefined || context.req.header('cookie') === undefined;
    if (isOwn && isBrowser) return next();
    if (from !== undefined && from !== origin && isFromHere(context, from, site)) {
      return answerWrongAddress(context, new URL(from).origin);
    }
    return context.json({ statusCode: 403, message: 'The request does not come from this site' }, 403);
  };
}

/** Whether the sending page has the host of the request. Only affects the wording of the refusal. */
function isFromHere(context: Context, from: string, site: string | undefined): boolean {
  const page = URL.canParse(from) ? new URL(from) : undefined;
  if (!page || !/^https?:$/.test(page.protocol)) return false;
  if (site !== undefined) return site === 'same-origin';
  // Browsers omit Fetch Metadata on pages that are neither encrypted nor local.
  return page.host === hostOf(context)?.toLowerCase();
}

/** The original `Host`: the listener replaces it. No URL is made from it. */
function hostOf(context: Context<{ Bindings: Partial<HttpBindings> }>): string | undefined {
  const raw = context.env?.incoming?.rawHeaders;
  if (!raw) return context.req.header('host');
  const at = raw.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return at < 0 ? undefined : raw[at + 1];
}
