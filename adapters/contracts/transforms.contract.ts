import { describe, expect, test } from 'vitest';
import type { DocumentData, Transform, Write } from '#core/documents/document-store.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { type CreateStore, dataOf, openStore, settings } from './contract-store.ts';

/** The effect of each transform. */
export function describeTransforms(createStore: CreateStore): void {
  const held = { n: 5, text: 'x', list: [1, { a: 1, b: [2] }, 'one', 1], deep: { n: 1 } };
  const cases: [string, Transform, DocumentData][] = [
    ['increment adds', { field: 'n', kind: 'increment', by: -2.5 }, { n: 2.5 }],
    ['increment starts at zero', { field: 'none', kind: 'increment', by: 3 }, { none: 3 }],
    ['increment replaces what is no number', { field: 'text', kind: 'increment', by: 3 }, { text: 3 }],
    ['increment reaches inner members', { field: 'deep.n', kind: 'increment', by: 1 }, { deep: { n: 2 } }],
    ['maximum takes the greater', { field: 'n', kind: 'maximum', value: 9 }, { n: 9 }],
    ['maximum keeps the greater', { field: 'n', kind: 'maximum', value: 1 }, { n: 5 }],
    ['maximum of nothing is the value', { field: 'text', kind: 'maximum', value: 1 }, { text: 1 }],
    ['minimum takes the lesser', { field: 'n', kind: 'minimum', value: 1 }, { n: 1 }],
    ['minimum keeps the lesser', { field: 'n', kind: 'minimum', value: 9 }, { n: 5 }],
    [
      'array-union adds what is not there, once',
      { field: 'list', kind: 'array-union', values: ['two', { b: [2], a: 1 }, 'two', '1'] },
      { list: [1, { a: 1, b: [2] }, 'one', 1, 'two', '1'] },
    ],
    ['array-union makes an array', { field: 'text', kind: 'array-union', values: [null, null] }, { text: [null] }],
    [
      'array-remove takes out every one',
      { field: 'list', kind: 'array-remove', values: [1, { b: [2], a: 1 }, 'none'] },
      { list: ['one'] },
    ],
    ['array-remove of nothing is an empty array', { field: 'none', kind: 'array-remove', values: [1] }, { none: [] }],
    ['server-time is the time of the commit', { field: 'deep.at', kind: 'server-time' }, { deep: { n: 1, at: 1234 } }],
  ];

  describe('transforms', () => {
    test.each(cases)('%s', async (_, transform, changed) => {
      const store = await openStore(createStore, { now: () => 1234 });
      await store.commit(settings({ one: held }));
      await store.commit([{ kind: 'update', path: 'things/one', fields: {}, transforms: [transform] }]);
      expect(await dataOf(store, 'one')).toEqual({ ...held, ...changed });
    });

    test('come after the rest of the write, in order; a set starts from the data that it gives', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { n: 100 } }));
      const transforms: Transform[] = [
        { field: 'n', kind: 'increment', by: 2 },
        { field: 'n', kind: 'maximum', value: 10 },
        { field: 'n', kind: 'increment', by: 1 },
        { field: 'm', kind: 'increment', by: 1 },
      ];
      await store.commit([{ kind: 'set', path: 'things/one', data: { n: 1 }, transforms }]);
      expect(await dataOf(store, 'one')).toEqual({ n: 11, m: 1 });
      await store.commit([{ kind: 'update', path: 'things/one', fields: { n: 50 }, transforms }]);
      expect(await dataOf(store, 'one')).toEqual({ n: 53, m: 2 });
    });

    test('increments at once all count', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { n: 0 } }));
      const transforms: Transform[] = [{ field: 'n', kind: 'increment', by: 1 }];
      await Promise.all(
        Array.from({ length: 20 }, () =>
          store.commit([{ kind: 'update', path: 'things/one', fields: {}, transforms }]),
        ),
      );
      expect(await dataOf(store, 'one')).toEqual({ n: 20 });
    });

    test('an increment beyond the finite numbers is refused', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { n: Number.MAX_VALUE } }));
      const transforms: Transform[] = [{ field: 'n', kind: 'increment', by: Number.MAX_VALUE }];
      const update = { kind: 'update', path: 'things/one', fields: {}, transforms } as const;
      await expect(store.commit([update])).rejects.toBeInstanceOf(InvalidWrite);
    });

    test('a transform takes numbers and values that a document can hold', async () => {
      const store = await openStore(createStore);
      const refused = [
        { field: 'n', kind: 'increment', by: Number.NaN },
        { field: 'n', kind: 'maximum', value: '1' },
        { field: 'n', kind: 'array-union', values: [Number.NaN] },
        { field: 'n', kind: 'double' },
      ];
      for (const transform of refused) {
        const set: Write = { kind: 'set', path: 'things/one', data: {}, transforms: [transform as Transform] };
        await expect(store.commit([set])).rejects.toBeInstanceOf(InvalidWrite);
      }
    });
  });
}
