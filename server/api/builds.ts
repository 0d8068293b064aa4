import { Hono } from 'hono';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The build of the app being served. */
export interface BuildInfo {
  id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

export interface BuildRoutesOptions {
  build: BuildInfo;
  routeRules: SiteConfig['routeRules'];
  /** Canonical paths of the cached pages with a `_payload.json`. */
  prerendered: () => string[];
}

/** `/builds/latest.json`, polled for new builds, and `/builds/meta/{id}.json`, metadata of one build. */
export function createBuildRoutes({ build, routeRules, prerendered }: BuildRoutesOptions): Hono {
  const { id, timestamp } = build;
  const revalidated = { 'Cache-Control': 'no-cache' };
  return new Hono()
    .get('/builds/latest.json', (context) => context.json({ id, timestamp }, 200, revalidated))
    .get('/builds/meta/:file', (context) => {
      if (context.req.param('file') !== `${id}.json`) {
        return context.json({ statusCode: 404, message: `Page not found: ${context.req.path}` }, 404, revalidated);
      }
      return context.json({ id, timestamp, matcher: routeRules, prerendered: prerendered().sort() }, 200, revalidated);
    });
}
