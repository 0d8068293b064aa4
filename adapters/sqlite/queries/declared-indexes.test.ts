import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { IndexField } from '#core/documents/collection.ts';
import type { Query } from '#core/documents/document-store.ts';
import { makeTemporaryFolder } from '../../../test/helpers/temporary-folder.ts';
import { settings, things } from '../../contracts/contract-store.ts';
import { createSqliteDocumentStore } from '../document-store.ts';

const BY_A: IndexField[] = [{ field: 'a', direction: 'desc' }];
const BY_TAG: IndexField[] = [
  { field: 'tags', array: true },
  { field: 'a', direction: 'asc' },
];
const TAGGED: Query = {
  collection: 'things',
  where: [{ field: 'tags', op: 'array-contains', value: 'x' }],
  orderBy: [{ field: 'a', direction: 'asc' }],
};

function openWith(file: string, ...indexes: IndexField[][]) {
  const store = createSqliteDocumentStore({ file, collections: [{ ...things, indexes }] });
  onTestFinished(() => store.close());
  return store;
}

/** The names of index objects, and the schema version, which increases with every schema change. */
function schemaOf(file: string): { names: string[]; changes: unknown } {
  const connection = new DatabaseSync(file);
  const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'meki index%' ORDER BY name").all();
  const changes = connection.prepare('PRAGMA schema_version').get()?.schema_version;
  connection.close();
  return { names: rows.map(({ name }) => String(name)), changes };
}

test('indexes follow their declaration from start to start, filled with what is there', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const none = openWith(file);
  await none.commit(settings({ two: { a: 2, tags: ['x'] }, one: { a: 1, tags: ['x', 'y'] }, other: { a: 0 } }));
  expect(schemaOf(file).names).toEqual([]);
  expect(none.explainQuery(TAGGED).join()).toMatch(/SCAN/);
  await none.close();

  const both = openWith(file, BY_A, BY_TAG);
  expect(schemaOf(file).names).toHaveLength(5);
  expect(both.explainQuery(TAGGED).join()).not.toMatch(/SCAN|TEMP/);
  expect((await both.runQuery(TAGGED)).map(({ path }) => path)).toEqual(['things/one', 'things/two']);
  await both.close();

  const one = openWith(file, BY_A);
  expect(schemaOf(file).names).toHaveLength(1);
  await one.commit(settings({ one: { a: 1 } }));
  expect((await one.runQuery(TAGGED)).map(({ path }) => path)).toEqual(['things/two']);
});

test('a start with the same declaration changes nothing', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  await openWith(file, BY_A, BY_TAG).close();
  const before = schemaOf(file);
  await openWith(file, BY_A, BY_TAG).close();
  expect(schemaOf(file)).toEqual(before);
});

test('an index keeps to its collection, and an array index follows every write', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const indexes = [BY_A, BY_TAG];
  const collections = ['things', 'others'].map((name) => ({ ...things, name, indexes }));
  const store = createSqliteDocumentStore({ file, collections });
  onTestFinished(() => store.close());
  await store.commit([
    ...settings({ one: { a: 1, tags: ['x', 'x', 1] }, two: { tags: ['x'] } }),
    { kind: 'set', path: 'others/one', data: { a: 1, tags: ['x'] } },
  ]);
  const connection = new DatabaseSync(file);
  onTestFinished(() => connection.close());
  const table = '"meki index 2 things: tags array, a asc"';
  const entries = () => connection.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
  expect(entries()).toBe(3);
  await store.commit([{ kind: 'update', path: 'things/one', fields: { tags: ['y'] } }]);
  expect(entries()).toBe(2);
  await store.commit([{ kind: 'delete', path: 'things/one' }]);
  expect(entries()).toBe(1);
});

test('an array index is written only if a document changes in what it orders by', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const store = openWith(file, BY_TAG);
  await store.commit(
    settings({ one: { a: 2, b: 0, tags: ['x'] }, two: { a: 1, tags: ['x'] }, three: { tags: ['x'] } }),
  );
  const connection = new DatabaseSync(file);
  onTestFinished(() => connection.close());
  // An entry that is written again loses its mark.
  connection.exec('UPDATE "meki index 2 things: tags array, a asc" SET id = id || \'!\'');
  const rows = connection.prepare('SELECT id FROM "meki index 2 things: tags array, a asc" ORDER BY id');
  const entries = () => rows.all().map(({ id }) => id);

  await store.commit([{ kind: 'update', path: 'things/one', fields: { b: 1 } }]);
  expect(entries()).toEqual(['one!', 'three!', 'two!']);
  await store.commit([{ kind: 'update', path: 'things/one', fields: { a: 0 } }]);
  expect(entries()).toEqual(['one', 'three!', 'two!']);
  await store.commit([{ kind: 'update', path: 'things/three', fields: { a: null } }]);
  await store.commit([{ kind: 'update', path: 'things/two', fields: { tags: ['x', 'y'] } }]);
  expect(entries()).toEqual(['one', 'three', 'two', 'two']);
});
