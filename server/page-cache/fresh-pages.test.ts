import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { publicationCards } from '#core/content/collections.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import site from '#site-config';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { createRandomEdits, SLUGS, TAGS, WORDS } from '../../test/helpers/content/random-edits.ts';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createRandom, type Random } from '../../test/helpers/random.ts';
import { findBuild } from '../rendering/load-build.ts';
import { createPageRenderer } from '../rendering/render-page.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import { startPublicFeeder } from '../search/start-search.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { notified } from '../testing/notified.ts';
import { eachInTurn, followChanges } from './follow-changes.ts';
import { PageCache, type PageResult } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { rememberReads } from './remember-reads.ts';
import { createSearchPages } from './search-pages.ts';

/** Random edits to play. More of them by hand: `PAGE_STEPS=2000 PAGE_SEED=7 vitest run server/page-cache/fresh-pages.test.ts` */
const STEPS = Number(process.env.PAGE_STEPS ?? 25);

const SEED = Number(process.env.PAGE_SEED ?? Date.now() % 2 ** 31);

/** Pages read after each edit. */
const READS = 6;

/** Room for a part of the pages, so that some are evicted. */
const MAX_BYTES = 1_000_000;

const ORIGIN = 'http://localhost:3000';
const ends: (() => unknown)[] = [];

afterAll(async () => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0).reverse()) await end();
});

/** The caches of a server over a store in memory, with the pages of the build. */
async function start() {
  // React's development build takes three times as long.
  vi.stubEnv('NODE_ENV', 'production');
  const source = findBuild(join(import.meta.dirname, '../../build'));
  const store = createMemoryDocumentStore({ collections: testCollections });
  const search = createFullTextIndex({ languages: site.locales });
  const log = createFakeLog();
  const services = { config: site, origin: ORIGIN, search, icon: () => undefined };
  const renderer = createPageRenderer({ loadApp: source.load, mode: 'production', services });
  const recorded = createReadIndex();
  const reads = rememberReads(store, recorded);
  const cache = new PageCache({
    render: renderer.page,
    store: reads.store,
    index: recorded,
    log,
    securityHeaders: [],
    maxBytes: MAX_BYTES,
  });
  const searches = createSearchPages({ render: (target) => renderer.page(target, reads.store), securityHeaders: [] });
  const collections = testCollections.filter(({ policy }) => policy.read === 'public').map(({ name }) => name);
  const following = followChanges({
    store,
    collections,
    changes: eachInTurn(recorded, searches.changes),
    log,
  });
  const index = { edition: 0 };
  const onChanged = () => {
    index.edition += 1;
    searches.clear();
  };
  const feeder = startPublicFeeder({ store, config: site, index: search, onChanged, log });
  ends.push(
    () => store.close(),
    () => cache.close(),
    following.stop,
    feeder.stop,
  );
  await Promise.all([following.started, feeder.ready]);
  const load = (target: string): Promise<PageResult> => {
    const { pathname, search: query } = new URL(target, ORIGIN);
    const address = addressOf(pathname, query);
    return address.isSearch ? searches.load(address) : cache.load(address);
  };
  return { store, cache, searches, index, load, log, render: (target: string) => renderer.page(target, store) };
}

function createReader(random: Random) {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  return (): string => {
    const { code } = pick(site.locales);
    const type = pick(site.contentTypes.filter(({ appearsAs }) => appearsAs !== 'faq'));
    const prefix = code === site.defaultLocale ? '' : `/${code}`;
    switch (random(8)) {
      case 0:
        return prefix || '/';
      case 1:
        return `${prefix}${pick(['/faq', '/contact', '/about', '/unknown'])}`;
      case 2:
        return `${prefix}/search?q=${pick(WORDS)}`;
      case 3:
        return `${listingPath(site, code, 'articles')}?page=${1 + random(3)}`;
      case 4:
        return `${listingPath(site, code, pick(['articles', 'studies']))}?tag=${pick(TAGS)}`;
      default:
        return itemPath(site, code, { itemId: '', type: type.key, slug: pick(SLUGS) });
    }
  };
}

/** What a visitor can see of an answer. */
function shown({ status, headers, body, payload }: RenderedPage) {
  const html = withoutStyles(body);
  return { status, location: headers.get('Location'), html, ...(status === 200 && { payload: toJson(payload) }) };
}

/** The styles are the same on every page, and would fill the report of a failure. */
const withoutStyles = (html: string): string => html.replace(/<style[^>]*>[^<]*<\/style>/g, '');

async function shownFromCache(result: PageResult) {
  if (result.kind === 'response') return shown(result.rendered);
  const { full, payload } = result.page;
  const data: unknown = JSON.parse((await payload()).identity.body.toString());
  return { status: 200, location: null, html: withoutStyles(full.identity.body.toString()), payload: data };
}

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? {}));

test('whatever is edited and read, an answer from the cache is the one that would be rendered', async () => {
  const random = createRandom(SEED);
  const server = await start();
  const { store, cache, searches, index, load, render, log } = server;
  const edits = createRandomEdits(store, random);
  const nextTarget = createReader(random);
  await edits.begin();
  const about = (target: string) => `${target} after ${edits.played.slice(-4).join(', ')}; PAGE_SEED=${SEED}`;

  /** Compares an answer with a render after it; again if the search index has changed between them. */
  async function expectFresh(target: string, read: () => PageResult | undefined | Promise<PageResult>) {
    for (let attempt = 1; ; attempt += 1) {
      const edition = index.edition;
      const result = await read();
      if (!result) return;
      const answer = await shownFromCache(result);
      const fresh = shown(await render(target));
      if (index.edition !== edition && attempt < 20) continue;
      expect(answer, about(target)).toEqual(fresh);
      return;
    }
  }

  for (let step = 0; step < STEPS; step += 1) {
    const targets = Array.from({ length: READS }, nextTarget);
    // Some pages are being rendered while the edit is committed.
    const early = targets.slice(0, random(READS)).map(load);
    await edits.play();
    await notified(store, publicationCards.name);
    for (const page of cache.pages().filter(() => random(10) === 0)) {
      await expectFresh(page.address.key, () => {
        const found = cache.lookup(page.address.key) ?? searches.lookup(page.address.key);
        return found && { kind: 'page', page: found };
      });
    }
    await Promise.all(early);
    for (const target of targets) await expectFresh(target, () => load(target));
  }
  await cache.settled();
  for (const { address } of cache.pages()) await expectFresh(address.key, () => load(address.key));
  expect(edits.committed()).toBeGreaterThan(STEPS / 3);
  expect(log.errors).toEqual([]);
}, 600_000);
