import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Aggregation, Filter, Query } from '#core/documents/document-store.ts';
import { makeTemporaryFolder } from '../../../test/helpers/temporary-folder.ts';
import { things } from '../../contracts/contract-store.ts';
import { createSqliteDocumentStore } from '../document-store.ts';

function openStore() {
  const items = {
    ...things,
    name: 'items',
    indexes: [
      [
        { field: 'type', direction: 'asc' as const },
        { field: 'status', direction: 'asc' as const },
        { field: 'date', direction: 'desc' as const },
      ],
      [
        { field: 'type', direction: 'asc' as const },
        { field: 'tags', array: true as const },
        { field: 'date', direction: 'desc' as const },
      ],
      [{ field: 'date', direction: 'desc' as const }],
      [
        { field: 'title.es', direction: 'asc' as const },
        { field: 'date', direction: 'desc' as const },
      ],
    ],
  };
  const file = join(makeTemporaryFolder(), 'meki.db');
  const store = createSqliteDocumentStore({ file, collections: [items, things] });
  onTestFinished(() => store.close());
  return store;
}

const TYPE: Filter = { field: 'type', op: '==', value: 'article' };
const STATUS: Filter = { field: 'status', op: '==', value: 'published' };
const EITHER_STATUS: Filter = { field: 'status', op: 'in', values: ['published', 'draft', null] };
const TAG: Filter = { field: 'tags', op: 'array-contains', value: 'mri' };
const RECENT: Filter = { field: 'date', op: '>=', value: 1000 };
const PAST: Filter = { field: 'date', op: '<', value: 2000 };
const NEWEST = [{ field: 'date', direction: 'desc' as const }];
const OLDEST = [{ field: 'date', direction: 'asc' as const }];
const BY_TITLE = [{ field: 'title.es', direction: 'asc' as const }, ...NEWEST];

/** The expected plan: an index, and how many of its columns the search uses. */
const INDEXED = /^SEARCH (documents USING (COVERING )?INDEX|meki index .* USING PRIMARY KEY) /;

test.each<[string, Omit<Query, 'collection'>]>([
  ['everything, by id', {}],
  ['everything, by a field', { orderBy: NEWEST }],
  ['everything, by a field, the other way round', { orderBy: OLDEST }],
  ['everything, by fields in different directions', { orderBy: BY_TITLE }],
  ['after an id', { startAfter: ['x'] }],
  ['equality and order', { where: [TYPE, STATUS], orderBy: NEWEST }],
  ['equality and order, the filters in another order', { where: [STATUS, TYPE], orderBy: NEWEST }],
  ['equality and order, the other way round', { where: [TYPE, STATUS], orderBy: OLDEST }],
  ['equality with null', { where: [TYPE, { ...STATUS, value: null }], orderBy: NEWEST }],
  ['equality on the ordered field', { where: [TYPE, STATUS, { field: 'date', op: '==', value: 1 }], orderBy: NEWEST }],
  ['a range', { where: [RECENT], orderBy: NEWEST }],
  ['a range in the order that it implies', { where: [RECENT] }],
  ['a range of texts', { where: [{ field: 'date', op: '>', value: '2025' }], orderBy: OLDEST }],
  ['a range between bounds', { where: [RECENT, PAST], orderBy: NEWEST }],
  ['equality and a range', { where: [TYPE, STATUS, RECENT, PAST], orderBy: NEWEST }],
  ['in', { where: [TYPE, EITHER_STATUS], orderBy: NEWEST }],
  ['in and a range', { where: [TYPE, EITHER_STATUS, PAST], orderBy: OLDEST }],
  ['in and a cursor', { where: [TYPE, EITHER_STATUS], orderBy: NEWEST, startAfter: [1500, 'x'] }],
  ['array-contains', { where: [TYPE, TAG], orderBy: NEWEST }],
  ['array-contains, the other way round', { where: [TYPE, TAG], orderBy: OLDEST }],
  ['array-contains and a range', { where: [TYPE, TAG, RECENT], orderBy: NEWEST }],
  ['array-contains and a cursor', { where: [TYPE, TAG], orderBy: NEWEST, startAfter: [1500, 'x'] }],
  ['a cursor', { where: [TYPE, STATUS], orderBy: NEWEST, startAfter: [1500, 'x'] }],
  ['a cursor at another type', { where: [TYPE, STATUS], orderBy: OLDEST, startAfter: [null, 'x'] }],
  ['a cursor within a range', { where: [RECENT, PAST], orderBy: NEWEST, startAfter: [1500, 'x'] }],
  ['a cursor through directions that differ', { orderBy: BY_TITLE, startAfter: ['m', 1500, 'x'] }],
  ['an offset', { where: [TYPE, STATUS], orderBy: NEWEST, offset: 24 }],
])('walks an index from its first document to its last one, and sorts nothing: %s', (_, query) => {
  const store = openStore();
  for (const limit of [{}, { limit: 12 }]) {
    const lines = store.explainQuery({ collection: 'items', ...query, ...limit });
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(INDEXED);
  }
});

test.each<[string, Omit<Query, 'collection'>]>([
  ['everything', {}],
  ['equality', { where: [TYPE, STATUS] }],
  ['equality on the first fields of an index', { where: [TYPE] }],
  ['equality and a range', { where: [TYPE, STATUS, RECENT] }],
  ['a range', { where: [PAST] }],
  ['in', { where: [TYPE, EITHER_STATUS] }],
  ['array-contains', { where: [TYPE, TAG] }],
])('counts by an index: %s', (_, query) => {
  const store = openStore();
  const counts: Aggregation[] = [{ kind: 'count' }];
  for (const line of store.explainQuery({ collection: 'items', ...query }, counts)) expect(line).toMatch(INDEXED);
});

test('a cursor leads straight to its place', () => {
  const store = openStore();
  const lines = store.explainQuery({ collection: 'items', orderBy: NEWEST, startAfter: [1500, 'x'], limit: 12 });
  expect(lines.map((line) => line.slice(line.indexOf('(')))).toEqual([
    '(<expr>=? AND <expr>=? AND id<?)',
    '(<expr>=? AND <expr><?)',
    '(<expr>>? AND <expr><?)',
  ]);
});

test('says when no index leads to the documents', () => {
  const store = openStore();
  const scan = /^SCAN of collection items: no declared index/;
  const explain = (query: Omit<Query, 'collection'>, aggregations?: Aggregation[]) =>
    store.explainQuery({ collection: 'items', ...query }, aggregations);
  expect(explain({ where: [{ field: 'none', op: '==', value: 1 }] }).at(-1)).toMatch(scan);
  expect(explain({ where: [TAG] }).at(-1)).toMatch(scan);
  expect(explain({ where: [TYPE, STATUS, { field: 'none', op: '==', value: 1 }], orderBy: NEWEST }).at(-1)).toMatch(
    scan,
  );
  expect(explain({ orderBy: [{ field: 'none', direction: 'asc' }] }).at(-1)).toMatch(scan);
  expect(explain({ where: [{ field: 'none', op: '>', value: 1 }] }, [{ kind: 'count' }]).at(-1)).toMatch(scan);
});

test('says when an index leads to the documents but not to their order', () => {
  const store = openStore();
  const lines = store.explainQuery({ collection: 'items', where: [TYPE, STATUS] });
  expect(lines.join('\n')).toMatch(/USING INDEX meki index.*\nUSE TEMP B-TREE FOR ORDER BY/);
});
