import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { contentCollections, items, publicationCards, publications } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { fileCards } from '#core/files/file-card.ts';
import { files } from '#core/files/site-file.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import config from '#site-config';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publication, writes } from '../../test/helpers/content/publication-writes.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { SearchSnapshot, type SearchSnapshotOptions } from './search-snapshot.ts';
import { startSearch } from './start-search.ts';

const createStore = () =>
  createMemoryDocumentStore({ collections: [...contentCollections, files, fileCards, jobs] as Collection[] });

const folder = mkdtempSync(join(tmpdir(), 'meki-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Waits for turns of the event loop. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

/** Rings alarms when it is told to, instead of after minutes. */
function createBell() {
  const rings: (() => void)[] = [];
  return {
    setAlarm: (_milliseconds: number, ring: () => void) => {
      rings.push(ring);
      return () => {};
    },
    async ring() {
      await until(() => rings.length > 0);
      rings.splice(0).at(-1)?.();
      await until(() => rings.length > 0);
    },
  };
}

/** Counts the documents of contents that are read. */
function counting(inner: DocumentStore) {
  const count = { publications: 0, items: 0 };
  const store: DocumentStore = {
    ...inner,
    async batchGet(paths) {
      for (const path of paths) if (parsePath(path)?.collection === publications.name) count.publications += 1;
      return inner.batchGet(paths);
    },
    async runQuery(query) {
      const found = await inner.runQuery(query);
      if (query.collection === items.name) count.items += found.length;
      return found;
    },
  };
  return { store, count };
}

interface InstanceOptions {
  identity?: string;
  /** The file of the index, of a server that does not share it. */
  file?: string;
  site?: typeof config;
}

async function startInstance(
  inner: DocumentStore,
  files: SearchSnapshotOptions['files'] | undefined,
  { identity = 'p', site = config, file }: InstanceOptions = {},
) {
  const { store, count } = counting(inner);
  const log = createFakeLog();
  const { setAlarm, ring } = createBell();
  const onUnusable = (sentence: string, err?: unknown) => log.warn({ err }, sentence);
  const index = createFullTextIndex({
    languages: site.locales,
    identity,
    onUnusable,
    ...(file !== undefined && { file }),
  });
  const snapshot = files && new SearchSnapshot({ store, files, index, identity, folder, log });
  const search = startSearch({ store, config: site, index, log, snapshot, setAlarm });
  onTestFinished(search.stop);
  await search.ready;
  const settled = () => until(search.isDone);
  await settled();
  const find = (query: string, locale: string) =>
    index.search(query, { locale, offset: 0, limit: 50 }).hits.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    index,
    log,
    count,
    settled,
    /** What is found by the words of the tests. */
    found: () =>
      ['es', 'en'].flatMap((locale) => ['estudio', 'uno', 'dos', 'tres', 'primero'].map((word) => find(word, locale))),
    ids: (locale: string) => find('estudio', locale).map(({ id }) => id),
    /** Notes the place, and stores the snapshot: in this order at least once. */
    async save() {
      for (let turn = 0; turn < 3; turn += 1) await ring();
    },
    async stop() {
      await search.stop();
      // The file is for the next one.
      if (file !== undefined) index.close();
    },
  };
}

async function publish(store: DocumentStore, ...made: [id: string, words: string, locales?: string[]][]) {
  for (const [id, words, locales] of made) await store.commit(writes(publication(id, `Estudio ${id}`, words), locales));
}

test('an instance that starts restores the index, and reads only what has changed', async () => {
  const store = createStore();
  const files = createMemoryFileStore();
  await publish(store, ['a', 'uno', ['es', 'en']], ['b', 'dos'], ['c', 'tres']);
  const first = await startInstance(store, files);
  expect(first.count.publications).toBe(4);
  await first.save();
  await publish(store, ['a', 'primero', ['es', 'en']]);
  await store.commit([{ kind: 'delete', path: publicationCards.at('es', 'b').path }]);
  await first.settled();
  const second = await startInstance(store, files);
  expect(second.count.publications, 'from the change feed').toBe(2);
  expect(second.found()).toEqual(first.found());
  expect([second.ids('es'), second.ids('en')]).toEqual([['a', 'c'], ['a']]);

  await first.save();
  const third = await startInstance(store, files);
  expect(third.count.publications, 'from the list of changes').toBe(2);
  expect(third.found()).toEqual(first.found());
  expect(third.log.warnings).toEqual([]);
  expect(readdirSync(folder), 'copies are gone').toEqual([]);
});

test('a server goes on with the file of the one before, also of one that was killed, and reads only what has changed', async () => {
  const store = createStore();
  const file = join(folder, 'search.sqlite');
  onTestFinished(() => rmSync(file));
  await publish(store, ['a', 'uno', ['es', 'en']], ['b', 'dos'], ['c', 'tres']);
  const first = await startInstance(store, undefined, { file });
  await first.save();
  await publish(store, ['a', 'primero', ['es', 'en']]);
  await store.commit([{ kind: 'delete', path: publicationCards.at('es', 'b').path }]);
  await first.settled();
  const found = first.found();
  await first.stop();
  const second = await startInstance(store, undefined, { file });
  expect(second.count.publications).toBe(2);
  expect(second.found()).toEqual(found);
  await second.save();
  await second.stop();
  await publish(store, ['d', 'uno']);
  const third = await startInstance(store, undefined, { file });
  expect([third.count.publications, third.ids('es'), third.log.warnings]).toEqual([1, ['a', 'c', 'd'], []]);
  await third.stop();
});

test('a file that fails while it is used is told once, and everything is found again', async () => {
  const store = createStore();
  const file = join(folder, 'search.sqlite');
  await publish(store, ['a', 'uno', ['es', 'en']], ['b', 'dos']);
  const first = await startInstance(store, undefined, { file });
  await first.save();
  await first.stop();
  const bytes = readFileSync(file);
  bytes.fill(0xab, 2 * bytes.readUInt16BE(16));
  writeFileSync(file, bytes);
  const second = await startInstance(store, undefined, { file });
  await until(() => second.index.search('estudio', { locale: 'es', offset: 0, limit: 5 }).total === 2);
  await second.settled();
  expect(second.ids('en')).toEqual(['a']);
  expect(second.log.warnings).toHaveLength(1);
  await second.stop();
});

/** What happens between two starts. */
const change = fc.record({
  kind: fc.constantFrom('publish', 'publish', 'unpublish', 'save', 'take-over'),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  words: fc.constantFrom('uno', 'dos', 'tres cuatro'),
  locales: fc.constantFrom<string[]>(['es'], ['es', 'en'], ['en']),
});

test('whatever changes before and after it was stored, a restored index is like one that is built', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 18 }), async (changes) => {
      const store = createStore();
      const files = createMemoryFileStore();
      let writer = await startInstance(store, files);
      await writer.save();
      for (const { kind, id, words, locales } of changes) {
        if (kind === 'publish') await publish(store, [id, words, locales]);
        else if (kind === 'save') await writer.save();
        else if (kind === 'unpublish')
          await store.commit([{ kind: 'delete', path: publicationCards.at('es', id).path }]);
        else {
          await writer.stop();
          writer = await startInstance(store, files);
          await writer.save();
        }
      }
      const restored = await startInstance(store, files);
      const built = await startInstance(store, createMemoryFileStore());
      expect(restored.found()).toEqual(built.found());
      expect(restored.log.warnings).toEqual([]);
      for (const { stop } of [writer, restored, built]) await stop();
    }),
    { numRuns: 15 },
  );
});

test.each<[string, (files: ReturnType<typeof createMemoryFileStore>) => Promise<void>]>([
  ['a damaged manifest', (files) => files.write('search/manifest', Buffer.from('{"identity":"p",'))],
  ['a manifest of another form', (files) => files.write('search/manifest', Buffer.from('{"format":0}'))],
  [
    'a copy that is cut off',
    async (files) => files.write('search/a', ((await files.read('search/a')) as Uint8Array).subarray(0, -1)),
  ],
  [
    'a copy with another byte',
    async (files) => {
      const copy = Buffer.from((await files.read('search/a')) as Uint8Array);
      copy.writeUInt8(copy.readUInt8(copy.length >> 1) ^ 1, copy.length >> 1);
      await files.write('search/a', copy);
    },
  ],
  ['a copy that is missing', (files) => files.delete('search/a')],
])('with %s, the index is built anew, which is told once', async (_name, damage) => {
  const store = createStore();
  const files = createMemoryFileStore();
  await publish(store, ['a', 'uno'], ['b', 'dos']);
  const first = await startInstance(store, files);
  await first.save();
  await first.stop();
  await damage(files);
  const second = await startInstance(store, files);
  expect(second.found()).toEqual(first.found());
  expect(second.log.warnings.map(({ message }) => message)).toEqual([
    'The stored search index cannot be used; it is built anew',
  ]);
  await second.save();
  await second.stop();
  const third = await startInstance(store, files);
  expect([third.count.publications, third.log.warnings]).toEqual([0, []]);
});

test('a snapshot of another configuration, or whose place the feed has forgotten, is not used', async () => {
  const store = createStore();
  const files = createMemoryFileStore();
  await publish(store, ['a', 'uno'], ['b', 'dos']);
  const first = await startInstance(store, files);
  await first.save();
  await first.stop();
  const other = await startInstance(store, files, { identity: 'q' });
  expect([other.count.publications, other.found()]).toEqual([2, first.found()]);
  const forgetful: DocumentStore = {
    ...store,
    followChanges: (collections, onBatch, options) =>
      store.followChanges(collections, onBatch, { ...options, resumeToken: 'forgotten' }),
  };
  const late = await startInstance(forgetful, files);
  expect([late.count.publications, late.found(), late.log.warnings]).toEqual([2, first.found(), []]);
});

test('two instances never describe the snapshot of the other as their own', async () => {
  const store = createStore();
  const files = createMemoryFileStore();
  await publish(store, ['a', 'uno']);
  const [first, second] = [await startInstance(store, files), await startInstance(store, files)];
  await publish(store, ['b', 'dos']);
  await first.settled();
  await first.save();
  await first.stop();
  await publish(store, ['c', 'tres']);
  await second.settled();
  await second.save();
  await second.stop();
  const third = await startInstance(store, files);
  expect([third.count.publications, third.found()]).toEqual([0, second.found()]);
});

test('the search over items is restored by type', async () => {
  const site = createContentSite();
  const files = createMemoryFileStore();
  await site.putItem('a', 'notice', { es: testLanguage('uno', { title: 'Tórax' }), en: testLanguage('one') });
  await site.putItem('b', 'listing', { es: testLanguage('dos', { title: 'Tórax' }) });
  const first = await startInstance(site.store, files, { site: site.config });
  await first.save();
  const second = await startInstance(site.store, files, { site: site.config });
  expect(second.count.items).toBe(0);
  const find = (type: string) => second.index.find('torax', { area: `items/${type}`, locale: 'es', limit: 5 });
  expect([find('notice'), find('listing')]).toEqual([['a'], ['b']]);
});
