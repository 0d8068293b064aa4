import { Hono } from 'hono';
import { writeRobots } from '#core/discovery/sitemap.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';

/** Max-age in seconds: an hour. */
const MAX_AGE = 3_600;

/** `/robots.txt`. @param options origin without a trailing slash */
export function createRobotsRoutes({
  config,
  origin,
  content,
}: {
  config: LocaleSet;
  origin: string;
  content: Pick<PublishedContent, 'setting'>;
}): Hono {
  return new Hono().get('/robots.txt', async (context) => {
    const isHidden = (await content.setting('search-engines')) === 'none';
    return context.text(writeRobots(config, origin, isHidden), 200, { 'Cache-Control': `public, max-age=${MAX_AGE}` });
  });
}
