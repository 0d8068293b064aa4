import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkCollections } from './check-collections.ts';
import { checkPaths, checkQuery, checkTarget } from './check-query.ts';
import type { Query } from './document-store.ts';

const collections = checkCollections([{ name: 'items', schema: z.unknown(), indexes: [], policy: { read: 'public' } }]);

test('a good query passes, with all that a query may have', () => {
  const query: Query = {
    collection: 'items',
    where: [
      { field: 'a', op: 'in', values: [1, 2, 3, 4, 5, 6] },
      { field: 'b', op: 'in', values: [1, 2, 3, 4, 5] },
      { field: 'tags', op: 'array-contains', value: true },
      { field: 'd', op: '>', value: '' },
    ],
    orderBy: [{ field: 'c', direction: 'desc' }],
    startAfter: [1, 'x', 'id'],
    offset: 0,
    limit: 10,
  };
  expect(() => checkQuery(collections, query)).not.toThrow();
  expect(() => checkTarget(collections, { query: { collection: 'items', limit: 3 } })).not.toThrow();
});

test('errors say what is wrong', () => {
  const check = (query: Partial<Query>) => () => checkQuery(collections, { collection: 'items', ...query });
  expect(check({ collection: 'nowhere' })).toThrow('No collection "nowhere" is declared');
  expect(check({ where: [{ field: 'd', op: '>', value: 1 }], startAfter: ['id'] })).toThrow('[d, id]');
  expect(() => checkPaths(collections, ['items'])).toThrow('"items" is not a document\'s path');
});
