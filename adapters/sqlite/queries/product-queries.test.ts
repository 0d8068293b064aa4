import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Aggregation, DocumentStore, Query } from '#core/documents/document-store.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import {
  createContentSite,
  testCollections,
  testConfig,
  testLanguage,
} from '../../../test/helpers/content/create-content-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import { createSqliteDocumentStore, type SqliteDocumentStore } from '../document-store.ts';

let folder = '';
let sqlite: SqliteDocumentStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-queries-'));
  sqlite = createSqliteDocumentStore({ file: join(folder, 'test.sqlite'), collections: testCollections });
});
afterEach(async () => {
  await sqlite.close();
  await rm(folder, { recursive: true });
});

type Asked = { query: Query; aggregations?: Aggregation[] };

/** A store that records the queries it gets. */
function noting(store: DocumentStore, asked: Asked[]): DocumentStore {
  return {
    ...store,
    runQuery(query) {
      asked.push({ query });
      return store.runQuery(query);
    },
    runAggregation(query, aggregations) {
      asked.push({ query, aggregations });
      return store.runAggregation(query, aggregations);
    },
  };
}

test('an index leads to the documents of everything that the public can ask, in order', async () => {
  const site = createContentSite(sqlite);
  for (const id of ['a', 'b']) {
    await site.putItem(id, 'notice', { es: testLanguage(`${id}-es`) }, { tags: ['x', 'y'] });
    expect(await publish(site, id, ['es'])).toMatchObject({ ok: true });
  }
  const asked: Asked[] = [];
  const content = createPublishedContent({ store: noting(sqlite, asked), config: testConfig });

  await content.list('es', 'notice', { page: 1, pageSize: 10 });
  await content.list('es', 'notice', { page: 3, pageSize: 10, filter: { name: 'tag', value: 'x' } });
  await content.tagCounts('es', 'notice');
  const found = await content.resolve('es', 'notice', 'a-es');
  if (found.kind !== 'item') throw new Error(found.kind);
  expect(await content.related('es', found.publication, 3)).toHaveLength(1);
  await content.all('es', 'notice');
  await content.cards('es', ['a', 'b']);
  await content.alternates('a');
  await content.below('es', 'a');
  for await (const batch of content.everyCard('es')) expect(batch).toHaveLength(2);

  for (const order of ['ascending', 'descending', 'upcoming'] as const) {
    const contentTypes = testConfig.contentTypes.map((type) => ({ ...type, listing: { sortBy: 'on', order } }));
    const sorted = createPublishedContent({ store: noting(sqlite, asked), config: { ...testConfig, contentTypes } });
    await sorted.list('es', 'notice', { page: 1, pageSize: 10 });
    await sorted.list('es', 'notice', { page: 1, pageSize: 10, filter: { name: 'place', value: 'x' } });
  }

  expect(asked.length).toBeGreaterThan(4);
  for (const { query, aggregations } of asked) {
    const plan = sqlite.explainQuery(query, aggregations);
    expect(
      plan.filter((line) => /SCAN|TEMP B-TREE/.test(line)),
      JSON.stringify(query),
    ).toEqual([]);
  }
});

test('a first page reads as few documents of ten thousand as of forty', async () => {
  const asked: Asked[] = [];
  const content = createPublishedContent({ store: noting(sqlite, asked), config: testConfig });
  await content.list('es', 'notice', { page: 1, pageSize: 10 });
  expect(asked).toEqual([{ query: expect.objectContaining({ limit: 10, offset: 0 }) }]);
});
