import { describe, expect, test } from 'vitest';
import {
  type DocumentData,
  type JsonValue,
  MAX_DATA_DEPTH,
  MAX_OPAQUE_DEPTH,
  MAX_WRITES_PER_COMMIT,
  type Write,
} from '#core/documents/document-store.ts';
import { InvalidQuery, InvalidWrite, PreconditionFailed } from '#core/documents/errors.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { type CreateStore, dataOf, noError, openStore, settings, versionAfter } from './contract-store.ts';
import { listenWithReplica } from './replica.ts';

const MALFORMED_PATHS = [
  'things',
  'things/',
  '/one',
  'things/a/b',
  'Things/one',
  '',
  'things/half \ud800',
  `things/${'x'.repeat(1501)}`,
  `things/${'é'.repeat(751)}`,
  'things/.',
  'things/..',
  'things/__one__',
  'things/____',
  'things/a\nb',
  'nowhere/one',
];

/** Invalid commits, and that they change nothing. */
export function describeRefusals(createStore: CreateStore): void {
  describe('preconditions', () => {
    test('exists: false creates only what is not there', async () => {
      const store = await openStore(createStore);
      const create: Write = { kind: 'set', path: 'things/one', data: { a: 1 }, precondition: { exists: false } };
      await store.commit([create]);
      await expect(store.commit([{ ...create, data: { a: 2 } }])).rejects.toMatchObject({
        name: 'PreconditionFailed',
        path: 'things/one',
      });
      expect(await dataOf(store, 'one')).toEqual({ a: 1 });
    });

    test('exists: true writes only what is there', async () => {
      const store = await openStore(createStore);
      const precondition = { exists: true };
      const writes: Write[] = [
        { kind: 'set', path: 'things/one', data: {}, precondition },
        { kind: 'delete', path: 'things/one', precondition },
      ];
      for (const write of writes) await expect(store.commit([write])).rejects.toBeInstanceOf(PreconditionFailed);
      await store.commit(settings({ one: { a: 1 } }));
      for (const write of writes) await store.commit([write]);
      expect(await store.batchGet(['things/one'])).toEqual([undefined]);
    });

    test('a version must be the one that the document has', async () => {
      const store = await openStore(createStore);
      const version = await versionAfter(store, settings({ one: { a: 1 } }));
      const update = (at: number): Write[] => [
        { kind: 'update', path: 'things/one', fields: { a: 2 }, precondition: { version: at } },
      ];
      await expect(store.commit(update(version + 1))).rejects.toBeInstanceOf(PreconditionFailed);
      await store.commit(update(version));
      await expect(store.commit(update(version))).rejects.toBeInstanceOf(PreconditionFailed);
      const missing: Write = { kind: 'delete', path: 'things/none', precondition: { version } };
      await expect(store.commit([missing])).rejects.toBeInstanceOf(PreconditionFailed);
    });

    test('a commit fails as a whole when a document that it verifies changed, came or went', async () => {
      const store = await openStore(createStore);
      const version = await versionAfter(store, settings({ read: { a: 1 } }));
      const unchanged: Write = { kind: 'verify', path: 'things/read', precondition: { version } };
      const absent: Write = { kind: 'verify', path: 'things/none', precondition: { exists: false } };
      const write: Write = { kind: 'set', path: 'things/written', data: {}, precondition: { exists: false } };
      await store.commit([unchanged, write, absent]);
      const again: Write = { kind: 'set', path: 'things/other', data: {} };
      for (const change of [
        settings({ read: { a: 1 } }),
        [{ kind: 'delete', path: 'things/read' } as const],
        settings({ none: {} }),
      ]) {
        await store.commit(change);
        await expect(store.commit([unchanged, again, absent])).rejects.toBeInstanceOf(PreconditionFailed);
        await expect(store.commit([again, unchanged])).rejects.toMatchObject({ path: 'things/read' });
      }
      await expect(store.commit([absent, again])).rejects.toMatchObject({ path: 'things/none' });
      expect(await dataOf(store, 'other')).toBeUndefined();
    });

    test('what a commit verifies stays as it is, is told to nobody, and may be more than it may write', async () => {
      const store = await openStore(createStore);
      const version = await versionAfter(store, settings({ read: { a: 1 } }));
      const replica = listenWithReplica(store, { query: { collection: 'things' } });
      await eventually(() => expect(replica.snapshots).toHaveLength(1));
      const verified = Array.from({ length: MAX_WRITES_PER_COMMIT }, (_, n): Write => {
        return { kind: 'verify', path: `things/absent${n}`, precondition: { exists: false } };
      });
      const written = Array.from({ length: MAX_WRITES_PER_COMMIT }, (_, n) => settings({ [`n${n}`]: { n } })).flat();
      const read: Write = { kind: 'verify', path: 'things/read', precondition: { version } };
      await store.commit([...verified, read, ...written]);
      await eventually(() => expect(replica.documents.size).toBe(MAX_WRITES_PER_COMMIT + 1));
      expect(replica.snapshots[1]?.changes.map(({ path }) => path).sort()).toEqual(
        written.map(({ path }) => path).sort(),
      );
      expect((await store.batchGet(['things/read']))[0]?.version).toBe(version);
      await store.commit(settings({ last: {} }));
      await eventually(() => expect(replica.documents.size).toBe(MAX_WRITES_PER_COMMIT + 2));
    });

    test('a path that is verified may not be written in the same commit', async () => {
      const store = await openStore(createStore);
      const verify: Write = { kind: 'verify', path: 'things/one', precondition: { exists: false } };
      await expect(store.commit([verify, ...settings({ one: {} })])).rejects.toBeInstanceOf(InvalidWrite);
    });

    test('of many that read the same document and write another one each, one succeeds where all verify all', async () => {
      const store = await openStore(createStore);
      // Each may write only while no other has: the write skew that is possible if only the versions of written documents are
      // checked.
      const ids = Array.from({ length: 10 }, (_, n) => `n${n}`);
      const results = await Promise.allSettled(
        ids.map((own) =>
          store.commit([
            ...settings({ [own]: {} }),
            ...ids.flatMap((id): Write[] =>
              id === own ? [] : [{ kind: 'verify', path: `things/${id}`, precondition: { exists: false } }],
            ),
          ]),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('of many that create the same document at once, one succeeds', async () => {
      const store = await openStore(createStore);
      const creating = Array.from({ length: 20 }, (_, n) =>
        store.commit([{ kind: 'set', path: 'things/slug', data: { n }, precondition: { exists: false } }]),
      );
      const results = await Promise.allSettled(creating);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('read, change and write with a version loses no update', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ counter: { n: 0 } }));
      const add = async (): Promise<void> => {
        const [document] = await store.batchGet(['things/counter']);
        if (!document) throw new Error('the counter is gone');
        const { version, data } = document;
        const fields = { n: Number(data.n) + 1 };
        try {
          await store.commit([{ kind: 'update', path: 'things/counter', fields, precondition: { version } }]);
        } catch (error) {
          if (!(error instanceof PreconditionFailed)) throw error;
          return add();
        }
      };
      await Promise.all(Array.from({ length: 20 }, add));
      expect(await dataOf(store, 'counter')).toEqual({ n: 20 });
    });
  });

  describe('malformed writes', () => {
    test.each(MALFORMED_PATHS)('the path "%s" is refused, in writing and in reading', async (path) => {
      const store = await openStore(createStore);
      const write = { kind: 'set', path: path as 'a/b', data: {} } as const;
      await expect(store.commit([write])).rejects.toBeInstanceOf(InvalidWrite);
      await expect(store.batchGet([path as 'a/b'])).rejects.toBeInstanceOf(InvalidQuery);
      expect(() => store.listen({ documents: [path as 'a/b'] }, () => {}, noError)).toThrow(InvalidQuery);
    });

    test('a path may stand in a commit once', async () => {
      const store = await openStore(createStore);
      const writes: Write[] = [...settings({ one: { a: 1 } }), { kind: 'delete', path: 'things/one' }];
      await expect(store.commit(writes)).rejects.toBeInstanceOf(InvalidWrite);
      expect(await store.batchGet(['things/one'])).toEqual([undefined]);
    });

    const nested = (depth: number): JsonValue => (depth > 0 ? { a: nested(depth - 1) } : 1);
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    test.each<[string, unknown]>([
      ['NaN', Number.NaN],
      ['Infinity', Number.POSITIVE_INFINITY],
      ['a bigint', 1n],
      ['a function', () => 1],
      ['a symbol', Symbol('x')],
      ['a date', new Date(0)],
      ['a map', new Map()],
      ['undefined in an array', [undefined]],
      ['a hole in an array', new Array(2)],
      ['half of a surrogate pair', 'x\udc00'],
      ['half of a surrogate pair as a name', { '\ud800': 1 }],
      ['a member called __proto__', JSON.parse('{"__proto__": 1}')],
      ['a member with a reserved name', { ____: 1 }],
      ['a member without a name', { '': 1 }],
      ['a member with a control character in its name', { 'a\nb': 1 }],
      ['an array in an array', [1, [2]]],
      ['what contains itself', cyclic],
      ['what is nested too deeply', nested(MAX_DATA_DEPTH)],
    ])('data with %s is refused', async (_, value) => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { kept: 1 } }));
      const data = { kept: 2, inner: { value } } as DocumentData;
      await expect(store.commit(settings({ one: data }))).rejects.toBeInstanceOf(InvalidWrite);
      const update = { kind: 'update', path: 'things/one', fields: { 'x.y': value as JsonValue } } as const;
      await expect(store.commit([update])).rejects.toBeInstanceOf(InvalidWrite);
      expect(await dataOf(store, 'one')).toEqual({ kept: 1 });
    });

    test.each(['', '.', 'a.', '.a', 'a..b', '__proto__', 'a b', 'a[0]', "a'b", 'a"b', '1a', 'a.__proto__'])(
      'the member path "%s" is refused',
      async (field) => {
        const store = await openStore(createStore);
        await store.commit(settings({ one: {} }));
        const update: Write = { kind: 'update', path: 'things/one', fields: { [field]: 1 } };
        await expect(store.commit([update])).rejects.toBeInstanceOf(InvalidWrite);
        const transform: Write = {
          kind: 'update',
          path: 'things/one',
          fields: {},
          transforms: [{ field, kind: 'server-time' }],
        };
        await expect(store.commit([transform])).rejects.toBeInstanceOf(InvalidWrite);
        const query = { collection: 'things', orderBy: [{ field, direction: 'asc' as const }] };
        await expect(store.runQuery(query)).rejects.toBeInstanceOf(InvalidQuery);
      },
    );

    test('an opaque member holds any JSON', async () => {
      const store = await openStore(createStore);
      const deep = (depth: number): JsonValue => (depth > 0 ? [{ a: deep(depth - 2) }] : 1);
      const free = { list: [[1, [2]], []], '': 1, __x__: 'é', deep: deep(MAX_OPAQUE_DEPTH - 4) };
      const data = { opaque: free, each: { one: { opaque: [[free.list], 'text'], n: 1 }, two: { n: 2 } } };
      await store.commit(settings({ one: data }));
      expect(await dataOf(store, 'one')).toStrictEqual(data);
      await store.commit([{ kind: 'update', path: 'things/one', fields: { each: { one: { opaque: [[3]] } } } }]);
      expect(await dataOf(store, 'one')).toStrictEqual({ opaque: free, each: { one: { opaque: [[3]] } } });
      const tooDeep = { opaque: deep(MAX_OPAQUE_DEPTH + 2) };
      await expect(store.commit(settings({ one: tooDeep }))).rejects.toBeInstanceOf(InvalidWrite);
    });

    test.each(['opaque', 'opaque.a', 'each.one.opaque', 'each.x.opaque.y'])(
      'no update, transform or query looks into the opaque member %s',
      async (field) => {
        const store = await openStore(createStore);
        await store.commit(settings({ one: {} }));
        const updates: Write[] = [
          { kind: 'update', path: 'things/one', fields: { [field]: 1 } },
          { kind: 'update', path: 'things/one', fields: {}, transforms: [{ field, kind: 'increment', by: 1 }] },
        ];
        for (const update of updates) await expect(store.commit([update])).rejects.toBeInstanceOf(InvalidWrite);
        for (const part of [
          { where: [{ field, op: '==' as const, value: 1 }] },
          { orderBy: [{ field, direction: 'asc' as const }] },
        ]) {
          await expect(store.runQuery({ collection: 'things', ...part })).rejects.toBeInstanceOf(InvalidQuery);
        }
      },
    );

    test('no path of an update may lead into another one', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: {} }));
      const update: Write = { kind: 'update', path: 'things/one', fields: { 'a.b.c': 1, a: 2 } };
      await expect(store.commit([update])).rejects.toBeInstanceOf(InvalidWrite);
    });
  });

  describe('schemas', () => {
    test('a document must fit its collection, also after an update or a transform', async () => {
      const store = await openStore(createStore);
      const write = (data: DocumentData): Write => ({ kind: 'set', path: 'people/ada', data });
      await expect(store.commit([write({ name: '' })])).rejects.toBeInstanceOf(InvalidWrite);
      await expect(store.commit([write({ name: 'Ada', unknown: 1 })])).rejects.toThrow(/people\/ada/);
      await store.commit([write({ name: 'Ada', age: 36 })]);
      const updates: Write[] = [
        { kind: 'update', path: 'people/ada', fields: { name: undefined } },
        { kind: 'update', path: 'people/ada', fields: {}, transforms: [{ field: 'name', kind: 'server-time' }] },
      ];
      for (const update of updates) await expect(store.commit([update])).rejects.toBeInstanceOf(InvalidWrite);
      expect((await store.batchGet(['people/ada']))[0]?.data).toEqual({ name: 'Ada', age: 36 });
    });
  });
}
