import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createWordIndex } from '#adapters/word-index/search-index.ts';
import { contentCollections, items, publicationCards, publications } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { createItemSearch } from '#core/search/item-search.ts';
import config from '#site-config';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publication, writes } from '../../test/helpers/content/publication-writes.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startItemSearchFeeder } from './item-search-feeder.ts';
import { startSearchFeeder } from './search-feeder.ts';
import { createSearchSnapshot, type SearchSnapshotOptions } from './search-snapshot.ts';

const createStore = () => createMemoryDocumentStore({ collections: [...contentCollections, jobs] as Collection[] });

/** Waits for a few turns of the event loop, since nothing here takes longer. */
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

/** An instance with the public search. */
async function startInstance(
  inner: DocumentStore,
  files: SearchSnapshotOptions['files'],
  { purpose = 'p' }: { purpose?: string } = {},
) {
  const { store, count } = counting(inner);
  const log = createFakeLog();
  const bell = createBell();
  const index = createWordIndex({ languages: config.locales });
  const snapshot = createSearchSnapshot({ store, files, name: 'public', purpose, log, setAlarm: bell.setAlarm });
  const content = createPublishedContent({ store, config });
  const feeder = startSearchFeeder({ store, content, config, index, log, snapshot });
  onTestFinished(() => feeder.stop());
  await feeder.ready;
  return {
    log,
    count,
    entries: () => [...index.entries()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    settled: () => until(feeder.isDone),
    /** Notes the place, and stores the snapshot. */
    async save() {
      await until(feeder.isDone);
      const stop = snapshot.keep({ entries: index.entries, isDone: feeder.isDone });
      for (let turn = 0; turn < 2; turn += 1) await bell.ring();
      return { stop, again: bell.ring };
    },
    stop: feeder.stop,
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
  const { again } = await first.save();
  await publish(store, ['a', 'primero', ['es', 'en']]);
  await store.commit([{ kind: 'delete', path: publicationCards.at('es', 'b').path }]);
  await first.settled();
  const second = await startInstance(store, files);
  await second.settled();
  expect(second.count.publications, 'from the change feed').toBe(2);
  expect(second.entries()).toEqual(first.entries());
  expect(second.entries().map(({ id }) => id)).toEqual(['en:a', 'es:a', 'es:c']);

  for (let turn = 0; turn < 2; turn += 1) await again();
  const third = await startInstance(store, files);
  expect(third.count.publications, 'from the list of changes').toBe(2);
  expect(third.entries()).toEqual(first.entries());
  expect(third.log.warnings).toEqual([]);
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
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.array(change, { maxLength: 6 }), async (before, after) => {
      const store = createStore();
      const files = createMemoryFileStore();
      let writer = await startInstance(store, files);
      let saving = await writer.save();
      for (const { kind, id, words, locales } of [...before, ...after]) {
        if (kind === 'publish') await publish(store, [id, words, locales]);
        else if (kind === 'save') for (let turn = 0; turn < 2; turn += 1) await saving.again();
        else if (kind === 'unpublish')
          await store.commit([{ kind: 'delete', path: publicationCards.at('es', id).path }]);
        else {
          await saving.stop();
          writer.stop();
          writer = await startInstance(store, files);
          saving = await writer.save();
        }
      }
      const restored = await startInstance(store, files);
      await restored.settled();
      const built = await startInstance(store, createMemoryFileStore());
      expect(restored.entries()).toEqual(built.entries());
      expect(restored.log.warnings).toEqual([]);
      await saving.stop();
      for (const { stop } of [writer, restored, built]) stop();
    }),
    { numRuns: 25 },
  );
});

test.each<[string, (files: ReturnType<typeof createMemoryFileStore>) => Promise<void>]>([
  ['a damaged manifest', (files) => files.write('search/public/manifest', Buffer.from('{"format":1,'))],
  ['a manifest of another form', (files) => files.write('search/public/manifest', Buffer.from('{"format":0}'))],
  [
    'a part that is cut off',
    async (files) => {
      const part = await files.read('search/public/a/0');
      await files.write('search/public/a/0', (part as Uint8Array).subarray(0, -1));
    },
  ],
])('with %s, the index is built anew, which is told once', async (_name, damage) => {
  const store = createStore();
  const files = createMemoryFileStore();
  await publish(store, ['a', 'uno'], ['b', 'dos']);
  const first = await startInstance(store, files);
  await (await first.save()).stop();
  await damage(files);
  const second = await startInstance(store, files);
  expect(second.entries()).toEqual(first.entries());
  expect(second.log.warnings.map(({ message }) => message)).toEqual([
    'The stored search index cannot be used; it is built anew',
  ]);
  await (await second.save()).stop();
  const third = await startInstance(store, files);
  expect([third.count.publications, third.log.warnings]).toEqual([0, []]);
});

test('a snapshot of another configuration, or whose place the feed has forgotten, is not used', async () => {
  const store = createStore();
  const files = createMemoryFileStore();
  await publish(store, ['a', 'uno'], ['b', 'dos']);
  const first = await startInstance(store, files);
  await (await first.save()).stop();
  const other = await startInstance(store, files, { purpose: 'q' });
  expect([other.count.publications, other.entries()]).toEqual([2, first.entries()]);
  const forgetful: DocumentStore = {
    ...store,
    followChanges: (collections, onBatch, options) =>
      store.followChanges(collections, onBatch, { ...options, resumeToken: 'forgotten' }),
  };
  const late = await startInstance(forgetful, files);
  await late.settled();
  expect([late.count.publications, late.entries(), late.log.warnings]).toEqual([2, first.entries(), []]);
});

test('two instances never describe the snapshot of the other as their own', async () => {
  const store = createStore();
  const files = createMemoryFileStore();
  await publish(store, ['a', 'uno']);
  const [first, second] = [await startInstance(store, files), await startInstance(store, files)];
  await publish(store, ['b', 'dos']);
  await (await first.save()).stop();
  await publish(store, ['c', 'tres']);
  await (await second.save()).stop();
  const third = await startInstance(store, files);
  expect([third.count.publications, third.entries()]).toEqual([0, second.entries()]);
});

test('the search over items is restored by type', async () => {
  const site = createContentSite();
  const files = createMemoryFileStore();
  await site.putItem('a', 'notice', { es: testLanguage('uno', { title: 'Tórax' }), en: testLanguage('one') });
  await site.putItem('b', 'listing', { es: testLanguage('dos', { title: 'Tórax' }) });
  const start = async () => {
    const { store, count } = counting(site.store);
    const log = createFakeLog();
    const bell = createBell();
    const search = createItemSearch(site.config, () => createWordIndex({ languages: site.config.locales }));
    const snapshot = createSearchSnapshot({ store, files, name: 'items', purpose: 'p', log, setAlarm: bell.setAlarm });
    const feeder = startItemSearchFeeder({ store, index: search, log, snapshot });
    onTestFinished(feeder.stop);
    await feeder.ready;
    return { search, count, bell, keep: () => snapshot.keep({ entries: search.entries, isDone: feeder.isDone }) };
  };
  const first = await start();
  const stop = first.keep();
  onTestFinished(stop);
  for (let turn = 0; turn < 2; turn += 1) await first.bell.ring();
  const second = await start();
  expect(second.count.items).toBe(0);
  expect(second.search.find('notice', 'torax', 5)).toEqual(['a']);
  expect(second.search.find('listing', 'torax', 5)).toEqual(['b']);
  second.search.remove('a');
  expect(second.search.find('notice', 'torax', 5)).toEqual([]);
});
