import { setImmediate } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { publicationCards, publications } from '#core/content/collections.ts';
import { FEED_LENGTH, writeFeed } from '#core/discovery/feed.ts';
import { createSitemapPages, writeRobots, writeSitemap } from '#core/discovery/sitemap.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { isSiteTypeKey } from '#core/site/site-types.ts';
import { typesToRead } from '#core/site/topic-type.ts';
import { createVariants } from '../http/create-variants.ts';
import { type Variants, variantsResponse } from '../http/representation.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

/** Max-age in seconds of `robots.txt`: an hour. */
const ROBOTS_MAX_AGE = 3_600;

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

/**
 * What is published, for programs: `/sitemap.xml` with the addresses of all languages, and `/{locale}/sitemap.xml` with those of one;
 * `/feed.xml` in the default language, and `/{locale}/feed.xml`; `/robots.txt`.
 */
export function createPublishedRoutes(options: PublishedRoutesOptions): Hono {
  const { config, origin, content } = options;
  const routes = new Hono();
  addSitemap(routes, options, '/sitemap.xml');
  for (const { code } of config.locales) {
    addSitemap(routes, options, `/${code}/sitemap.xml`, code);
    addFeed(routes, options, code);
  }
  return routes.get('/robots.txt', async (context) => {
    const isHidden = (await content.setting('search-engines')) === 'none';
    const headers = { 'Cache-Control': `public, max-age=${ROBOTS_MAX_AGE}` };
    return context.text(writeRobots(config, origin, isHidden), 200, headers);
  });
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
    if (part === undefined) return sitemap(context);
    return /^[1-9]\d{0,5}$/.test(part) ? sitemap(context, Number(part)) : context.notFound();
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

/** The newest items of all listings. */
function addFeed(routes: Hono, { config, origin, content, revision }: PublishedRoutesOptions, locale: Locale) {
  const types = typesToRead(config).map(({ key }) => key);
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
  routes.get(`/${locale}/feed.xml`, (context) => feed(context));
  if (locale === config.defaultLocale) routes.get('/feed.xml', (context) => feed(context));
}

interface KeptResourceOptions {
  contentType: string;
  /** Increases whenever the files may have changed. */
  revision(): number;
  /** Builds the files. */
  build(): Promise<string[]>;
}

/**
 * Generated files, compressed once and cached in memory until the published content changes. Built on first request; concurrent
 * requests share one build.
 * @returns a function that answers with a file; 404 for a number out of range
 */
function keepResource({ contentType, revision, build }: KeptResourceOptions) {
  let kept: { revision: number; files: Promise<Variants[]> } | undefined;

  async function buildFiles(): Promise<Variants[]> {
    const files: Variants[] = [];
    for (const text of await build()) {
      files.push(
        await createVariants(Buffer.from(text), {
          contentType,
          cacheControl: 'public, no-cache',
          vary: [],
          extra: [],
          effort: 'quick',
        }),
      );
      await setImmediate();
    }
    return files;
  }

  function current(): Promise<Variants[]> {
    const now = revision();
    if (kept?.revision === now) return kept.files;
    const made = { revision: now, files: buildFiles() };
    kept = made;
    made.files.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made.files;
  }

  return async (context: Context, file = 0): Promise<Response> => {
    const variants = (await current())[file];
    return variants ? variantsResponse(context.req, variants) : context.notFound();
  };
}

/** `current` increases whenever the public lists may have changed: publication cards, or what is published about the site. */
export function followCardsRevision(store: DocumentStore, log: Pick<Log, 'error'>) {
  let revision = 0;
  const grow = () => {
    revision += 1;
  };
  const stop = listenFromNow(store, [publicationCards.name, publications.name], {
    onStart: grow,
    onChanges(changes) {
      if (changes.some(concernsLists)) grow();
    },
    onGap: grow,
    onError(error) {
      grow();
      log.error({ err: error }, 'Listening to changes for sitemaps and feeds failed');
    },
  });
  return { current: () => revision, stop };
}

function concernsLists({ path }: FeedChange): boolean {
  return path.startsWith(`${publicationCards.name}/`) || isSiteTypeKey(idOf({ path }).split(':')[1] ?? '');
}
