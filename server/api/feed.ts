import { Hono } from 'hono';
import { FEED_LENGTH, writeFeed } from '#core/discovery/feed.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import { typesToRead } from '#core/site/topic-type.ts';
import { keepResource } from './kept-resource.ts';
import type { PublishedRoutesOptions } from './sitemap.ts';

/** `/feed.xml` in the default language, and `/{locale}/feed.xml`: the newest items of all listings. */
export function createFeedRoutes({ config, origin, content, revision }: PublishedRoutesOptions): Hono {
  const routes = new Hono();
  const types = typesToRead(config).map(({ key }) => key);
  for (const { code: locale } of config.locales) {
    const feed = keepResource({
      contentType: 'application/atom+xml; charset=utf-8',
      revision,
      async build() {
        const cards = (await Promise.all(types.map((type) => content.newest(locale, type, FEED_LENGTH)))).flat();
        cards.sort((a, b) => b.firstPublishedAt - a.firstPublishedAt);
        const site = await readPublishedSite(config, content, locale);
        const shown = cards.slice(0, FEED_LENGTH);
        const topics = await content.topics(
          locale,
          shown.flatMap(({ tags }) => tags),
        );
        const names = new Map([...topics].map(([tag, { title }]) => [tag, title]));
        return [writeFeed({ config: site, origin, locale, cards: shown, names })];
      },
    });
    routes.get(`/${locale}/feed.xml`, (context) => feed.respond(context));
    if (locale === config.defaultLocale) routes.get('/feed.xml', (context) => feed.respond(context));
  }
  return routes;
}
