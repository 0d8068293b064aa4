import { expect, test } from 'vitest';
import type { Query } from './document-store.ts';
import { createComparePositions, fullOrder, idDirection, matchesQuery, positionOf } from './match-query.ts';

const query: Query = {
  collection: 'items',
  where: [
    { field: 'type', op: 'in', values: ['article', 'study'] },
    { field: 'tags', op: 'array-contains', value: 'mri' },
    { field: 'date', op: '>', value: 10 },
  ],
  orderBy: [{ field: 'title.es', direction: 'desc' }],
  startAfter: ['Z', 1, 'id'],
  limit: 1,
};
const matching = { type: 'study', tags: ['ct', 'mri'], date: 11, title: { es: 'Resonancia' } };

test('data matches when every filter holds and every ordered field is there, whatever the cursor and the limit', () => {
  expect(matchesQuery(query, matching)).toBe(true);
});

test.each([
  { type: 'news' },
  { tags: ['ct'] },
  { tags: 'mri' },
  { date: 10 },
  { date: '11' },
  { date: null },
  { title: {} },
  { title: { es: ['Resonancia'] } },
])('data does not match with %j', (part) => {
  expect(matchesQuery(query, { ...matching, ...part })).toBe(false);
});

test("a document's position has the ordered values, those that ranges imply, and the id", () => {
  const document = { path: 'items/one', data: matching, version: 1, createdAt: 0, updatedAt: 0 } as const;
  expect(positionOf(query, document)).toEqual(['Resonancia', 11, 'one']);
});

const ranged: Query = {
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
  expect(fullOrder(ranged).map(({ field, direction }) => `${field} ${direction}`)).toEqual([
    'b asc',
    'a desc',
    'y desc',
    'z desc',
  ]);
  expect(idDirection(ranged)).toBe('desc');
  expect(fullOrder({ collection: 'items' })).toEqual([]);
  expect(idDirection({ collection: 'items' })).toBe('asc');
});

test('positions are compared field by field, each in its direction, then by id in the last one', () => {
  const compare = createComparePositions({ collection: 'items', orderBy: ranged.orderBy ?? [] });
  expect(compare([1, 1, 'x'], [2, 1, 'x'])).toBeLessThan(0);
  expect(compare([1, 1, 'x'], [1, 2, 'x'])).toBeGreaterThan(0);
  expect(compare([1, 1, 'x'], [1, 1, 'y'])).toBeGreaterThan(0);
  expect(compare([1, 1, 'x'], [1, 1, 'x'])).toBe(0);
});
