import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { createSitemapPages, writeSitemap } from '#core/discovery/sitemap.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { keepResource } from './kept-resource.ts';

/** Pages written before yielding to waiting requests. */
const SLICE = 100;

export interface PublishedRoutesOptions {
  config: SiteConfig;
  /** Public origin without a trailing slash. */
  origin: string;
  content: PublishedContent;
  /** Increases whenever the lists may have changed. */
  revision(): number;
}

/** `/sitemap.xml` with the addresses of all languages, and `/{locale}/sitemap.xml` with those of one. */
export function createSitemapRoutes(options: PublishedRoutesOptions): Hono {
  const routes = new Hono();
  addSitemap(routes, options, '/sitemap.xml');
  for (const { code } of options.config.locales) addSitemap(routes, options, `/${code}/sitemap.xml`, code);
  return routes;
}

function addSitemap(
  routes: Hono,
  { config, origin, content, revision }: PublishedRoutesOptions,
  path: string,
  locale?: Locale,
) {
  const sitemap = keepResource({
    contentType: 'application/xml; charset=utf-8',
    revision,
    async build() {
      const pages = createSitemapPages(config);
      for (const { code } of config.locales) {
        for await (const batch of content.everyCard(code)) {
          for (const card of batch) pages.add(card);
          await setImmediate();
        }
      }
      return writeSitemap(inSlices(pages.all()), {
        set: config,
        origin,
        path,
        ...(locale !== undefined && { locale }),
      });
    },
  });
  routes.get(path, (context) => {
    const part = context.req.query('part');
    if (part === undefined) return sitemap.respond(context);
    return /^[1-9]\d{0,5}$/.test(part) ? sitemap.respond(context, Number(part)) : context.notFound();
  });
}

/** Yields to other requests while a large sitemap is written. */
async function* inSlices<T>(values: Iterable<T>): AsyncIterable<T> {
  let count = 0;
  for (const value of values) {
    count += 1;
    if (count % SLICE === 0) await setImmediate();
    yield value;
  }
}
