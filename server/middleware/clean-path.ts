import type { MiddlewareHandler } from 'hono';

/** Redirects a path with duplicate or trailing slashes to the path without them. */
export function redirectToCleanPath(): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const clean = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    if (clean === pathname) return next();
    return context.redirect(clean + search, 301);
  };
}
