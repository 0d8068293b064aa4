import { describe, expect, test } from 'vitest';
import type { Document, DocumentStore, Filter, Query } from '#core/documents/document-store.ts';
import { InvalidQuery } from '#core/documents/errors.ts';
import { getField } from '#core/documents/field-path.ts';
import { type CreateStore, noError, openStore, settings } from './contract-store.ts';

/** The ids of the documents that a query over `things` finds. */
async function ids(store: DocumentStore, query: Omit<Query, 'collection'>): Promise<string[]> {
  const documents = await store.runQuery({ collection: 'things', ...query });
  return documents.map(({ path }) => path.slice('things/'.length));
}

const MIXED = {
  nothing: { a: null },
  no: { a: false },
  yes: { a: true },
  minus: { a: -1 },
  half: { a: 0.5 },
  ten: { a: 10 },
  empty: { a: '' },
  digits: { a: '10' },
  upper: { a: 'Z' },
  lower: { a: 'a' },
  accent: { a: 'é' },
  private: { a: '\ue000' },
  emoji: { a: '😀' },
  list: { a: [1] },
  object: { a: { b: 1 } },
  missing: { b: 1 },
};
const IN_ORDER = Object.keys(MIXED).slice(0, 13);

/** Query results, and invalid queries. */
export function describeQueries(createStore: CreateStore): void {
  describe('runQuery', () => {
    test('orders null, booleans, numbers and texts, texts by their UTF-8, and leaves out all else', async () => {
      const store = await openStore(createStore);
      await store.commit(settings(MIXED));
      expect(await ids(store, { orderBy: [{ field: 'a', direction: 'asc' }] })).toEqual(IN_ORDER);
      expect(await ids(store, { orderBy: [{ field: 'a', direction: 'desc' }] })).toEqual(IN_ORDER.toReversed());
    });

    test.each<[Filter, string[]]>([
      [{ field: 'a', op: '==', value: null }, ['nothing']],
      [{ field: 'a', op: '==', value: true }, ['yes']],
      [{ field: 'a', op: '==', value: 10 }, ['ten']],
      [{ field: 'a', op: '==', value: '10' }, ['digits']],
      [{ field: 'a', op: '<', value: 10 }, ['minus', 'half']],
      [{ field: 'a', op: '<=', value: 10 }, ['minus', 'half', 'ten']],
      [{ field: 'a', op: '>', value: 0.5 }, ['ten']],
      [{ field: 'a', op: '>=', value: '' }, IN_ORDER.slice(6)],
      [{ field: 'a', op: '>', value: 'é' }, ['private', 'emoji']],
      [{ field: 'a', op: '<', value: 'a' }, ['empty', 'digits', 'upper']],
      [{ field: 'a', op: '>', value: false }, ['yes']],
      [{ field: 'a', op: '>=', value: null }, ['nothing']],
      [{ field: 'a', op: '>', value: null }, []],
      [{ field: 'a', op: 'in', values: ['a', 10, null, false, 'none', 'a'] }, ['nothing', 'no', 'ten', 'lower']],
      [{ field: 'a', op: 'array-contains', value: 1 }, ['list']],
    ])('%j compares with values of the same type only', async (filter, expected) => {
      const store = await openStore(createStore);
      await store.commit(settings(MIXED));
      const ordered = filter.op === 'array-contains' ? [] : [{ field: 'a', direction: 'asc' as const }];
      expect(await ids(store, { where: [filter], orderBy: ordered })).toEqual(expected);
    });

    test('finds what an array contains, by value and type, combined with equality, order and limit', async () => {
      const store = await openStore(createStore);
      await store.commit(
        settings({
          one: { a: 'x', b: 1, tags: ['red', 'blue', 'red'] },
          two: { a: 'x', b: 2, tags: ['red', 1, null, { red: 1 }, { blue: ['blue'] }] },
          three: { a: 'y', b: 3, tags: ['red'] },
          four: { a: 'x', b: 4, tags: 'red' },
          five: { a: 'x', tags: ['red', true] },
          six: { a: 'x', b: 6 },
        }),
      );
      const contains = (value: string | number | boolean): Filter => ({
        field: 'tags',
        op: 'array-contains',
        value,
      });
      expect(await ids(store, { where: [contains('red')] })).toEqual(['five', 'one', 'three', 'two']);
      expect(await ids(store, { where: [contains('blue')] })).toEqual(['one']);
      expect(await ids(store, { where: [contains(1)] })).toEqual(['two']);
      expect(await ids(store, { where: [contains(true)] })).toEqual(['five']);
      const where: Filter[] = [{ field: 'a', op: '==', value: 'x' }, contains('red')];
      expect(await ids(store, { where, orderBy: [{ field: 'b', direction: 'desc' }] })).toEqual(['two', 'one']);
      expect(await ids(store, { where, orderBy: [{ field: 'b', direction: 'asc' }], limit: 1 })).toEqual(['one']);
      await store.commit([
        { kind: 'update', path: 'things/one', fields: { tags: ['green'] } },
        { kind: 'delete', path: 'things/two' },
      ]);
      expect(await ids(store, { where: [contains('red')] })).toEqual(['five', 'three']);
      expect(await ids(store, { where: [contains('green')] })).toEqual(['one']);
    });

    test('ends every order in the id, in the last direction', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ b: { a: 1, b: 1 }, a: { a: 1, b: 1 }, c: { a: 1, b: 2 }, é: { a: 0, b: 1 } }));
      expect(await ids(store, {})).toEqual(['a', 'b', 'c', 'é']);
      expect(await ids(store, { orderBy: [{ field: 'a', direction: 'desc' }] })).toEqual(['c', 'b', 'a', 'é']);
      const orderBy = [
        { field: 'b', direction: 'desc' as const },
        { field: 'a', direction: 'asc' as const },
      ];
      expect(await ids(store, { orderBy })).toEqual(['c', 'é', 'a', 'b']);
    });

    test('gives at least the members that a query selects', async () => {
      const store = await openStore(createStore);
      await store.commit(
        settings({ one: { a: 1, deep: { n: 'x', m: 2 }, b: [1] }, two: { a: null }, three: { b: 1 } }),
      );
      const found = await store.runQuery({ collection: 'things', select: ['a', 'deep.n'] });
      const [whole] = await store.batchGet(['things/one']);
      expect(found.map(({ path, data }) => [path, data.a, getField(data, 'deep.n')])).toEqual([
        ['things/one', 1, 'x'],
        ['things/three', undefined, undefined],
        ['things/two', null, undefined],
      ]);
      expect({ ...found[0], data: whole?.data }).toEqual(whole);
    });

    test('orders by the fields of ranges that the order does not name', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ x: { a: 3, b: 1 }, y: { a: 1, b: 1 }, z: { a: 2, b: 2 }, none: { a: 0 } }));
      const where: Filter[] = [{ field: 'a', op: '>', value: 0 }];
      expect(await ids(store, { where })).toEqual(['y', 'z', 'x']);
      expect(await ids(store, { where, startAfter: [1, 'y'] })).toEqual(['z', 'x']);
      expect(await ids(store, { where, orderBy: [{ field: 'b', direction: 'desc' }] })).toEqual(['z', 'x', 'y']);
    });

    test('goes on after a cursor, page by page, through equal values and all types', async () => {
      const store = await openStore(createStore);
      const documents = Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [`n${i}`, { a: [null, true, 1, 'x'][i % 4] ?? null, b: i % 3 }]),
      );
      await store.commit(settings(documents));
      const orderBy = [
        { field: 'a', direction: 'asc' as const },
        { field: 'b', direction: 'desc' as const },
      ];
      const all = await store.runQuery({ collection: 'things', orderBy });
      expect(all).toHaveLength(40);
      const pages: Document[] = [];
      let page: Document[] = [];
      do {
        const last = page.at(-1);
        const cursor = last && { startAfter: [last.data.a as string, last.data.b as number, last.path.slice(7)] };
        page = await store.runQuery({ collection: 'things', orderBy, limit: 7, ...cursor });
        pages.push(...page);
      } while (page.length > 0);
      expect(pages).toEqual(all);
    });

    test('passes over an offset and stops at a limit', async () => {
      const store = await openStore(createStore);
      await store.commit(settings(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`n${i}`, { a: i % 2 }]))));
      const where: Filter[] = [{ field: 'a', op: 'in', values: [0, 1] }];
      for (const query of [{}, { where }]) {
        expect(await ids(store, { ...query, offset: 2, limit: 3 })).toEqual(['n2', 'n3', 'n4']);
        expect(await ids(store, { ...query, offset: 7 })).toEqual(['n7', 'n8']);
        expect(await ids(store, { ...query, offset: 100 })).toEqual([]);
        expect(await ids(store, { ...query, limit: 0 })).toEqual([]);
        expect(await ids(store, { ...query, startAfter: ['n4'], offset: 1, limit: 2 })).toEqual(['n6', 'n7']);
      }
    });

    test('sees only its own collection', async () => {
      const store = await openStore(createStore);
      await store.commit([
        ...settings({ one: { name: 'Ada' } }),
        { kind: 'set', path: 'people/ada', data: { name: 'Ada' } },
      ]);
      const where: Filter[] = [{ field: 'name', op: '==', value: 'Ada' }];
      expect((await store.runQuery({ collection: 'people', where })).map(({ path }) => path)).toEqual(['people/ada']);
    });

    const unknownOperator: unknown = { field: 'a', op: '!=', value: 1 };
    test.each<[string, Partial<Query>]>([
      ['an undeclared collection', { collection: 'nowhere' }],
      ['an unknown operator', { where: [unknownOperator as Filter] }],
      ['an in of nothing', { where: [{ field: 'a', op: 'in', values: [] }] }],
      ['an in of 31', { where: [{ field: 'a', op: 'in', values: Array.from({ length: 31 }, (_, i) => i) }] }],
      [
        'several in of over 30 combinations',
        {
          where: [
            { field: 'a', op: 'in', values: [1, 2, 3, 4, 5, 6] },
            { field: 'b', op: 'in', values: [1, 2, 3, 4, 5, 6] },
          ],
        },
      ],
      [
        'two array-contains',
        {
          where: [
            { field: 'a', op: 'array-contains', value: 1 },
            { field: 'b', op: 'array-contains', value: 1 },
          ],
        },
      ],
      ['a comparison with an array', { where: [{ field: 'a', op: '==', value: [1] as never }] }],
      ['a comparison with nothing', { where: [{ field: 'a', op: '==', value: undefined as never }] }],
      ['a comparison with NaN', { where: [{ field: 'a', op: '>', value: Number.NaN }] }],
      ['a comparison with half of a surrogate pair', { where: [{ field: 'a', op: '>', value: '\ud800' }] }],
      ['no direction', { orderBy: [{ field: 'a', direction: 'up' as never }] }],
      [
        'an order that names a field twice',
        {
          orderBy: [
            { field: 'a', direction: 'asc' },
            { field: 'a', direction: 'desc' },
          ],
        },
      ],
      ['a cursor without the id', { orderBy: [{ field: 'a', direction: 'asc' }], startAfter: [1] }],
      ['a cursor that is too long', { startAfter: [1, 'id'] }],
      ['a cursor whose id is no text', { startAfter: [1] }],
      ['null in an array', { where: [{ field: 'tags', op: 'array-contains', value: null as never }] }],
      ['a negative offset', { offset: -1 }],
      ['half a limit', { limit: 0.5 }],
      ['a member that the change feed does not tell', { select: ['a', 'b'] }],
    ])('%s is an invalid query', async (_, part) => {
      const store = await openStore(createStore);
      const query = { collection: 'things', ...part };
      await expect(store.runQuery(query)).rejects.toBeInstanceOf(InvalidQuery);
      await expect(store.runAggregation(query, [{ kind: 'count' }])).rejects.toBeInstanceOf(InvalidQuery);
      expect(() => store.listen({ query }, () => {}, noError)).toThrow(InvalidQuery);
    });
  });
}
