import { expect, test } from 'vitest';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { contentCollections, publicationCards } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore, FeedBatch } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { type FileCard, fileCards } from '#core/files/file-card.ts';
import config from '#site-config';
import { publication, writes } from '../../test/helpers/content/publication-writes.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startPublicFeeder, startPublicFileFeeder } from './start-search.ts';

function start(store: DocumentStore) {
  const index = createFullTextIndex({ languages: config.locales });
  const errors: unknown[] = [];
  const log = { info: () => {}, error: (...parts: unknown[]) => errors.push(parts) } as never;
  const seen: string[] = [];
  const onChanged = () => void seen.push(JSON.stringify(find('menisco')));
  const feeder = startPublicFeeder({ store, config, index, onChanged, log });
  const find = (query: string, locale = 'es') =>
    index
      .search(query, { locale, offset: 0, limit: 10 })
      .hits.map(({ id }) => id)
      .sort();
  return { feeder, find, errors, seen };
}

const createStore = () => createMemoryDocumentStore({ collections: contentCollections });

test('what was published before the start can be found once the feeder is ready', async () => {
  const store = createStore();
  await store.commit(writes(publication('brain-mri', 'Resonancia de cerebro', 'Escuchará golpes fuertes.')));
  const { feeder, find } = start(store);
  await feeder.ready;
  expect(find('golpes')).toEqual(['brain-mri']);
  expect(find('joyas')).toEqual(['brain-mri']);
  expect(find('magnetica')).toEqual(['brain-mri']);
  feeder.stop();
});

test('an item that stands in the lists of a language that it lacks is found there too', async () => {
  const store = createStore();
  await store.commit(writes(publication('torax', 'Radiografía de tórax', 'Respire hondo.'), ['es', 'en']));
  const { feeder, find } = start(store);
  await feeder.ready;
  expect(find('radiografias', 'es')).toEqual(['torax']);
  expect(find('radiografias', 'en')).toEqual(['torax']);
  feeder.stop();
});

test('what is published, changed and withdrawn later is followed', async () => {
  const store = createStore();
  const { feeder, find, errors } = start(store);
  await feeder.ready;
  const made = publication('knee', 'Rodilla', 'Menisco');
  await store.commit(writes(made));
  await expect.poll(() => find('menisco')).toEqual(['knee']);
  await store.commit(
    writes({ ...publication('knee', 'Rodilla', 'Ligamento'), revision: 2, publishedAt: made.publishedAt + 1 }),
  );
  await expect.poll(() => find('ligamento')).toEqual(['knee']);
  expect(find('menisco')).toEqual([]);
  await store.commit([{ kind: 'delete', path: publicationCards.at('es', 'knee').path }]);
  await expect.poll(() => find('ligamento')).toEqual([]);
  expect(errors).toEqual([]);
  feeder.stop();
});

test('each change of the index is reported after it was made', async () => {
  const store = createStore();
  const { feeder, seen } = start(store);
  await feeder.ready;
  await store.commit(writes(publication('knee', 'Rodilla', 'Menisco')));
  await expect.poll(() => seen).toEqual(['["knee"]']);
  await store.commit([{ kind: 'delete', path: publicationCards.at('es', 'knee').path }]);
  await expect.poll(() => seen).toEqual(['["knee"]', '[]']);
  feeder.stop();
});

test('changes made while the first fill runs are not lost', async () => {
  const store = createStore();
  for (let n = 0; n < 40; n += 1) await store.commit(writes(publication(`i${n}`, `Estudio ${n}`, 'antes')));
  const { feeder, find } = start(store);
  await store.commit(writes({ ...publication('i39', 'Estudio 39', 'novedad'), publishedAt: 1_700_000_000_001 }));
  await store.commit([{ kind: 'delete', path: publicationCards.at('es', 'i0').path }]);
  await feeder.ready;
  await expect.poll(() => find('novedad')).toEqual(['i39']);
  await expect.poll(() => find('0')).toEqual([]);
  feeder.stop();
});

test('after changes may have been missed, what was published, changed or taken off the site meanwhile is right', async () => {
  const inner = createStore();
  await inner.commit([
    ...writes(publication('a', 'Hombro', 'uno')),
    ...writes(publication('b', 'Codo', 'dos')),
    ...writes(publication('c', 'Mano', 'tres')),
  ]);
  const followers: ((batch: FeedBatch) => void)[] = [];
  const store: DocumentStore = {
    ...inner,
    followChanges(_collections, onBatch) {
      followers.push(onBatch);
      queueMicrotask(() => onBatch({ kind: 'changes', changes: [], resumeToken: '' }));
      return () => {};
    },
  };
  const { feeder, find } = start(store);
  await feeder.ready;
  await expect.poll(() => find('hombro')).toEqual(['a']);
  await inner.commit([
    ...writes({ ...publication('b', 'Tobillo', 'dos'), publishedAt: 1_700_000_000_001 }),
    ...writes(publication('d', 'Rodilla', 'cuatro')),
    { kind: 'delete', path: publicationCards.at('es', 'a').path },
  ]);
  for (const tell of followers) tell({ kind: 'gap', changes: [], resumeToken: '' });
  await expect.poll(() => find('rodilla')).toEqual(['d']);
  await expect.poll(() => find('tobillo')).toEqual(['b']);
  await expect.poll(() => find('hombro')).toEqual([]);
  expect(find('mano')).toEqual(['c']);
  feeder.stop();
});

test('a file that pages of a language hand out is found there by its title or its name, until they do not', async () => {
  const store = createMemoryDocumentStore({ collections: [...contentCollections, fileCards] as Collection[] });
  const index = createFullTextIndex({ languages: config.locales });
  const feeder = startPublicFileFeeder({ store, config, index, log: createFakeLog() });
  await feeder.ready;
  const id = 'a'.repeat(32);
  const find = (query: string, locale: string) =>
    index
      .search(query, { locale, offset: 0, limit: 9 })
      .hits.map((hit) => [hit.id, hit.title.map(({ text }) => text).join('')]);
  const card: FileCard = {
    ...{ id, place: 'library', kind: 'document', name: 'precios_2026.pdf', media: id, contentType: 'application/pdf' },
    ...{ bytes: 9, tags: [], uploadedAt: 0, names: {}, isUsed: true, facets: [], publicIn: ['es'] },
    languages: {
      es: { title: 'Lista de precios', lacksAlt: false, missing: 0, stale: 0 },
      en: { title: 'Price list', lacksAlt: false, missing: 0, stale: 0 },
    },
  };
  const put = (next: Partial<FileCard>) => store.commit([setDocument(fileCards.at(id), { ...card, ...next })]);
  await put({});
  for (const query of ['lista de precios', 'precios 2026']) {
    await expect.poll(() => find(query, 'es')).toEqual([[`file:${id}`, 'Lista de precios']]);
  }
  expect(find('price', 'en')).toEqual([]);
  await put({ publicIn: ['es', 'en'] });
  await expect.poll(() => find('price', 'en')).toHaveLength(1);
  await put({ place: 'trash', publicIn: ['es', 'en'] });
  await expect.poll(() => [...find('precios', 'es'), ...find('price', 'en')]).toEqual([]);
  feeder.stop();
});

test('requests are served between its slices', async () => {
  const store = createStore();
  for (let n = 0; n < 200; n += 1) {
    await store.commit(writes(publication(`i${n}`, `Estudio ${n}`, `palabra${n} `.repeat(400))));
  }
  let turns = 0;
  let over = false;
  const { feeder } = start(store);
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await feeder.ready;
  over = true;
  feeder.stop();
  expect(turns).toBeGreaterThan(5);
});
