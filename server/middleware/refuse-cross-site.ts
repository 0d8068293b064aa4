import type { MiddlewareHandler } from 'hono';

/**
 * Refuses a request that may change something unless it comes from a page of this site: by Fetch Metadata where the
 * browser sends it, and by its `Origin`. A client that sends neither is not a browser, and brings no one's cookies.
 */
export function refuseCrossSite(origin: string): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const site = context.req.header('sec-fetch-site');
    const from = context.req.header('origin');
    const isOwn = (site === undefined || site === 'same-origin') && (from === undefined || from === origin);
    const isBrowser = site !== undefined || from !== undefined || context.req.header('cookie') === undefined;
    if (isOwn && isBrowser) return next();
    return context.json({ statusCode: 403, message: 'The request does not come from this site' }, 403);
  };
}
