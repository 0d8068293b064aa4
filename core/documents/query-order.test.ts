import { expect, test } from 'vitest';
import type { Query } from './document-store.ts';
import { createComparePositions, fullOrder, idDirection } from './query-order.ts';

const query: Query = {
  collection: 'items',
  where: [
    { field: 'z', op: '>', value: 1 },
    { field: 'y', op: '<=', value: 1 },
    { field: 'y', op: '>', value: 0 },
    { field: 'a', op: '<', value: 1 },
    { field: 'type', op: '==', value: 1 },
  ],
  orderBy: [
    { field: 'b', direction: 'asc' },
    { field: 'a', direction: 'desc' },
  ],
};

test('the fields of ranges follow the named ones, by name, in the last direction', () => {
  expect(fullOrder(query).map(({ field, direction }) => `${field} ${direction}`)).toEqual([
    'b asc',
    'a desc',
    'y desc',
    'z desc',
  ]);
  expect(idDirection(query)).toBe('desc');
  expect(fullOrder({ collection: 'items' })).toEqual([]);
  expect(idDirection({ collection: 'items' })).toBe('asc');
});

test('positions are compared field by field, each in its direction, then by id in the last one', () => {
  const compare = createComparePositions({ collection: 'items', orderBy: query.orderBy ?? [] });
  expect(compare([1, 1, 'x'], [2, 1, 'x'])).toBeLessThan(0);
  expect(compare([1, 1, 'x'], [1, 2, 'x'])).toBeGreaterThan(0);
  expect(compare([1, 1, 'x'], [1, 1, 'y'])).toBeGreaterThan(0);
  expect(compare([1, 1, 'x'], [1, 1, 'x'])).toBe(0);
});
