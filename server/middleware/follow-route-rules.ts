import type { MiddlewareHandler } from 'hono';
import { matchRouteRules } from '#core/site/route-rules.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** Redirects by the site's route rules. Within the site, the query is kept unless the target has its own. */
export function followRouteRules(rules: SiteConfig['routeRules']): MiddlewareHandler {
  const hasRules = Object.keys(rules).length > 0;
  return async (context, next) => {
    if (!hasRules) return next();
    const { pathname, search } = new URL(context.req.url);
    const { redirect } = matchRouteRules(rules, pathname);
    if (!redirect) return next();
    const keepsQuery = !redirect.external && !redirect.to.includes('?');
    return context.redirect(keepsQuery ? redirect.to + search : redirect.to, redirect.status);
  };
}
