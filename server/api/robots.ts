import { Hono } from 'hono';
import { writeRobots } from '#core/discovery/sitemap.ts';
import type { LocaleSet } from '#core/locales/locale.ts';

/** Max-age in seconds: an hour. */
const MAX_AGE = 3_600;

/** `/robots.txt`. @param options origin without a trailing slash */
export function createRobotsRoutes({ config, origin }: { config: LocaleSet; origin: string }): Hono {
  const text = writeRobots(config, origin);
  return new Hono().get('/robots.txt', (context) =>
    context.text(text, 200, { 'Cache-Control': `public, max-age=${MAX_AGE}` }),
  );
}
