import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkCollections } from './check-collections.ts';
import type { Collection, IndexField } from './collection.ts';

const collection = (name: string, ...indexes: IndexField[][]): Collection => ({
  name,
  schema: z.unknown(),
  indexes,
  policy: { read: 'private' },
});

test('collections are found by their names', () => {
  const items = collection('items', [
    { field: 'a.b-c', direction: 'asc' },
    { field: 'tags', array: true },
  ]);
  expect([...checkCollections([items, collection('people')]).keys()]).toEqual(['items', 'people']);
});

test.each<[string, Collection[]]>([
  ['a name with other letters', [collection('Items')]],
  ['two of one name', [collection('items'), collection('items')]],
  ['an index of nothing', [collection('items', [])]],
  ['a field that is no path', [collection('items', [{ field: "a'b", direction: 'asc' }])]],
  ['no direction', [collection('items', [{ field: 'a' } as IndexField])]],
  ['an opaque field', [{ ...collection('items', [{ field: 'a.b', direction: 'asc' }]), opaque: ['a'] }]],
  ['an opaque member in the feed', [{ ...collection('items'), opaque: ['a'], feed: ['a.b'] }]],
  ['an opaque member in another', [{ ...collection('items'), opaque: ['a', 'a.b'] }]],
  [
    'a field named twice',
    [
      collection('items', [
        { field: 'a', direction: 'asc' },
        { field: 'a', array: true },
      ]),
    ],
  ],
  [
    'two array fields',
    [
      collection('items', [
        { field: 'a', array: true },
        { field: 'b', array: true },
      ]),
    ],
  ],
])('%s is a mistake of the program', (_, collections) => {
  expect(() => checkCollections(collections)).toThrow(TypeError);
});
