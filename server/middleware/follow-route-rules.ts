import type { MiddlewareHandler } from 'hono';
import type { LocaleSet } from '#core/locales/locale.ts';
import { type HeaderRules, matchHeaderRules, matchRouteRules } from '#core/site/route-rules.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { isAdminRequest } from './is-admin-request.ts';

/** Redirects a path with duplicate or trailing slashes to the path without them. */
export function redirectToCleanPath(): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const clean = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    if (clean === pathname) return next();
    return context.redirect(clean + search, 301);
  };
}

/**
 * Redirects by the site's route rules, and adds their headers to other responses. Within the site, the query is kept unless the
 * target has its own.
 */
export function followRouteRules(config: LocaleSet & Pick<SiteConfig, 'routeRules'>): MiddlewareHandler {
  const hasRules = Object.keys(config.routeRules).length > 0;
  return async (context, next) => {
    if (!hasRules) return next();
    const { pathname, search } = new URL(context.req.url);
    const { redirect } = matchRouteRules(config.routeRules, pathname);
    if (redirect) {
      const { to, external, status } = redirect;
      return context.redirect(external || to.includes('?') ? to : to + search, status);
    }
    await next();
    const { method } = context.req;
    if ((method !== 'GET' && method !== 'HEAD') || isAdminRequest(config, pathname)) return;
    addHeaders(context.res, matchHeaderRules(config.routeRules, pathname));
  };
}

/** Whether a rule changes the headers of responses at a path, so that they are not answered before this middleware. */
export function createHeaderRules({ routeRules }: Pick<SiteConfig, 'routeRules'>): (path: string) => boolean {
  const rules = Object.fromEntries(
    Object.entries(routeRules).filter(([, rule]) => rule.headers !== undefined || rule.cache !== undefined),
  );
  if (Object.keys(rules).length === 0) return () => false;
  return (path) => {
    const { headers, cache } = matchHeaderRules(rules, path);
    return cache !== undefined || Object.keys(headers).length > 0;
  };
}

function addHeaders(response: Response, { headers, cache }: HeaderRules): void {
  const isPublic = response.headers.get('Cache-Control')?.startsWith('public') && !response.headers.has('Set-Cookie');
  if (cache !== undefined && isPublic) response.headers.set('Cache-Control', cacheControl(cache));
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
}

function cacheControl(cache: NonNullable<HeaderRules['cache']>): string {
  if (!cache) return 'no-store';
  const { maxAge, staleWhileRevalidate } = cache;
  return `public, max-age=${maxAge}${staleWhileRevalidate === undefined ? '' : `, stale-while-revalidate=${staleWhileRevalidate}`}`;
}
