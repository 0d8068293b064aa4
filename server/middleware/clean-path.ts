import type { MiddlewareHandler } from 'hono';

/** Redirects a path with doubled slashes or one at its end to the same path without them, on this site. */
export function redirectToCleanPath(): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const clean = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    if (clean === pathname) return next();
    return context.redirect(clean + search, 301);
  };
}
