import { describe, expect, test } from 'vitest';
import type { Aggregation, Filter, Query } from '#core/documents/document-store.ts';
import { InvalidQuery } from '#core/documents/errors.ts';
import { type CreateStore, openStore, settings } from './contract-store.ts';

/** The results of aggregations over a query. */
export function describeAggregations(createStore: CreateStore): void {
  describe('runAggregation', () => {
    const aggregations: Aggregation[] = [
      { kind: 'count' },
      { kind: 'sum', field: 'b' },
      { kind: 'average', field: 'b' },
      { kind: 'sum', field: 'deep.n' },
    ];

    test('counts, sums and averages what the query gives, numbers only', async () => {
      const store = await openStore(createStore);
      await store.commit(
        settings({
          one: { a: 'x', b: 1, deep: { n: 0.5 }, tags: ['t'] },
          two: { a: 'x', b: 2.5, tags: ['t', 'u'] },
          three: { a: 'x', b: '7', deep: { n: true } },
          four: { a: 'y', b: 10, tags: ['t'] },
          five: { a: 'x', deep: { n: 4 } },
        }),
      );
      const run = (query: Omit<Query, 'collection'>, of = aggregations) =>
        store.runAggregation({ collection: 'things', ...query }, of);
      expect(await run({})).toEqual([5, 13.5, 4.5, 4.5]);
      const where: Filter[] = [{ field: 'a', op: '==', value: 'x' }];
      expect(await run({ where })).toEqual([4, 3.5, 1.75, 4.5]);
      expect(await run({ where, orderBy: [{ field: 'b', direction: 'desc' }] })).toEqual([3, 3.5, 1.75, 0.5]);
      expect(await run({ where: [...where, { field: 'b', op: '>', value: 1 }] })).toEqual([1, 2.5, 2.5, 0]);
      expect(await run({ where: [{ field: 'a', op: 'in', values: ['x', 'y'] }] })).toEqual([5, 13.5, 4.5, 4.5]);
      expect(await run({ where: [{ field: 'tags', op: 'array-contains', value: 't' }] })).toEqual([3, 13.5, 4.5, 0.5]);
      expect(await run({ orderBy: [{ field: 'b', direction: 'desc' }], limit: 2, offset: 1 })).toEqual([
        2, 12.5, 6.25, 0,
      ]);
      expect(await run({ startAfter: ['one'] })).toEqual([2, 2.5, 2.5, 0]);
      expect(await run({}, [])).toEqual([]);
    });

    test('in an order, documents without a scalar there do not count, whichever way', async () => {
      const store = await openStore(createStore);
      const values = [1, 'x', '', null, true, [], [1], {}, { n: 1 }];
      const documents = values.map((b, index) => [`d${index}`, { b }]);
      await store.commit(settings(Object.fromEntries([...documents, ['without', { a: 1 }]])));
      for (const direction of ['asc', 'desc'] as const) {
        const query: Query = { collection: 'things', orderBy: [{ field: 'b', direction }] };
        expect(await store.runAggregation(query, [{ kind: 'count' }])).toEqual([5]);
        expect(await store.runQuery(query)).toHaveLength(5);
      }
    });

    test('a sum of nothing is zero, an average of nothing is null', async () => {
      const store = await openStore(createStore);
      expect(await store.runAggregation({ collection: 'things' }, aggregations)).toEqual([0, 0, null, 0]);
      await store.commit(settings({ one: { b: 'text' } }));
      expect(await store.runAggregation({ collection: 'things' }, aggregations)).toEqual([1, 0, null, 0]);
    });

    test('a field that is no dotted path of names is refused', async () => {
      const store = await openStore(createStore);
      const aggregation: Aggregation = { kind: 'sum', field: "b') --" };
      await expect(store.runAggregation({ collection: 'things' }, [aggregation])).rejects.toBeInstanceOf(InvalidQuery);
    });
  });
}
