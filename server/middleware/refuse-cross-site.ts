import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

/** Answers a refused request that a browser sent from this server itself, at another address than the configured one. */
export type WrongAddressAnswerer = (context: Context, opened: string) => Response | Promise<Response>;

/**
 * Refuses a request that may change something unless it comes from a page of this site: by Fetch Metadata where the
 * browser sends it, and by its `Origin`. A client that sends neither is not a browser, and brings no one's cookies.
 * @param answerWrongAddress says more than "403" where `MEKI_ORIGIN` is not the address that people open; it refuses too
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

/** Whether the page that sent a request came from the host that the request is for. It decides what is said, no more. */
function isFromHere(context: Context, from: string, site: string | undefined): boolean {
  const page = URL.canParse(from) ? new URL(from) : undefined;
  if (!page || !/^https?:$/.test(page.protocol)) return false;
  if (site !== undefined) return site === 'same-origin';
  // Browsers leave Fetch Metadata out where a page is neither encrypted nor local.
  return page.host === hostOf(context)?.toLowerCase();
}

/** The `Host` as it was sent: the listener puts another one in its place. No address is made from it. */
function hostOf(context: Context<{ Bindings: Partial<HttpBindings> }>): string | undefined {
  const raw = context.env?.incoming?.rawHeaders;
  if (!raw) return context.req.header('host');
  const at = raw.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return at < 0 ? undefined : raw[at + 1];
}
