import { describe, expect, test } from 'vitest';
import {
  MAX_COMMIT_BYTES,
  MAX_DOCUMENT_BYTES,
  MAX_WRITES_PER_COMMIT,
  type Write,
} from '#core/documents/document-store.ts';
import { InvalidWrite, PreconditionFailed } from '#core/documents/errors.ts';
import { type CreateStore, dataOf, openStore, settings, versionAfter } from './contract-store.ts';

/** The contract of `commit` and `batchGet`. */
export function describeCommit(createStore: CreateStore): void {
  describe('commit', () => {
    test('creates a document with its version and the times of the store', async () => {
      const at = 1_700_000_000_000;
      const store = await openStore(createStore, { now: () => at });
      const { versions } = await store.commit(settings({ one: { a: 1, nested: { list: [1, 'two', null, true] } } }));
      expect(await store.batchGet(['things/one'])).toEqual([
        {
          path: 'things/one',
          data: { a: 1, nested: { list: [1, 'two', null, true] } },
          version: versions[0],
          createdAt: at,
          updatedAt: at,
        },
      ]);
    });

    test('replaces the whole document and keeps the time of its creation', async () => {
      let now = 1000;
      const store = await openStore(createStore, { now: () => now });
      const first = await versionAfter(store, settings({ one: { a: 1, b: 2 } }));
      now = 2000;
      const second = await versionAfter(store, settings({ one: { b: 3 } }));
      expect(second).toBeGreaterThan(first);
      const [document] = await store.batchGet(['things/one']);
      expect(document).toMatchObject({ data: { b: 3 }, version: second, createdAt: 1000, updatedAt: 2000 });
      expect(document?.data).not.toHaveProperty('a');
    });

    test('keeps the times that are given with the contents, of a new document and of one that it replaces', async () => {
      let now = 5000;
      const store = await openStore(createStore, { now: () => now });
      await store.commit(settings({ replaced: { a: 1 }, other: { a: 1 } }));
      now = 6000;
      const times = { createdAt: 7000, updatedAt: 8000 };
      const copies = settings({ created: { a: 2 }, replaced: { a: 2 } }).map((write) => ({ ...write, times }));
      await store.commit([...copies, ...settings({ other: { a: 2 } })]);
      const paths = ['things/created', 'things/replaced', 'things/other'] as const;
      const [created, replaced, other] = await store.batchGet([...paths]);
      expect(created).toMatchObject({ data: { a: 2 }, ...times });
      expect(replaced).toMatchObject({ data: { a: 2 }, ...times });
      expect(other).toMatchObject({ createdAt: 5000, updatedAt: 6000 });
      now = 9000;
      await store.commit([{ kind: 'update', path: 'things/created', fields: { a: 3 } }]);
      expect((await store.batchGet(['things/created']))[0]).toMatchObject({ createdAt: 7000, updatedAt: 9000 });
      const wrong = { kind: 'set' as const, path: 'things/wrong' as const, data: {} };
      for (const createdAt of [-1, 0.5, Number.NaN]) {
        await expect(store.commit([{ ...wrong, times: { ...times, createdAt } }])).rejects.toThrow(InvalidWrite);
      }
    });

    test('answers with the version of each document that it wrote', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ changed: { a: 1 }, deleted: { a: 1 }, verified: { a: 1 } }));
      const { versions } = await store.commit([
        { kind: 'delete', path: 'things/deleted' },
        { kind: 'update', path: 'things/changed', fields: { a: 2 } },
        { kind: 'verify', path: 'things/verified', precondition: { exists: true } },
        ...settings({ created: { a: 1 } }),
      ]);
      const documents = await store.batchGet(['things/changed', 'things/created']);
      const [changed, created] = documents.map((document) => document?.version);
      expect(versions).toEqual([undefined, changed, undefined, created]);
      expect(Number.isSafeInteger(changed) && Number.isSafeInteger(created)).toBe(true);
    });

    test('gives a document a greater version with each write, also if nothing changes or it was deleted', async () => {
      const store = await openStore(createStore);
      const versions: number[] = [];
      for (let round = 0; round < 5; round++) {
        versions.push(await versionAfter(store, settings({ one: { round } })));
        versions.push(await versionAfter(store, settings({ one: { round } })));
        versions.push(await versionAfter(store, [{ kind: 'update', path: 'things/one', fields: {} }]));
        const [document] = await store.batchGet(['things/one']);
        expect(document?.version).toBe(versions.at(-1));
        await store.commit([{ kind: 'delete', path: 'things/one' }]);
      }
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect(new Set(versions).size).toBe(15);
    });

    test('a document that was deleted and set again is a new one', async () => {
      let now = 1000;
      const store = await openStore(createStore, { now: () => now });
      await store.commit(settings({ one: { a: 1 } }));
      await store.commit([{ kind: 'delete', path: 'things/one' }]);
      expect(await store.batchGet(['things/one'])).toEqual([undefined]);
      now = 2000;
      await store.commit(settings({ one: { a: 2 } }));
      expect((await store.batchGet(['things/one']))[0]).toMatchObject({ createdAt: 2000, data: { a: 2 } });
    });

    test('does not store members that are undefined', async () => {
      const store = await openStore(createStore);
      const data = { a: 1, gone: undefined, nested: { b: 2, gone: undefined } } as never;
      await store.commit([{ kind: 'set', path: 'things/one', data }]);
      expect(Object.keys((await dataOf(store, 'one')) ?? {}).sort()).toEqual(['a', 'nested']);
      expect(await dataOf(store, 'one')).toStrictEqual({ a: 1, nested: { b: 2 } });
      await store.commit([{ kind: 'set', path: 'people/ada', data: { name: 'Ada', nickname: undefined } as never }]);
    });

    test('what is given is copied, and what is read changes nothing that is stored', async () => {
      const store = await openStore(createStore);
      const data = { list: [1], inner: { a: 1 } };
      await store.commit(settings({ one: data }));
      data.list.push(2);
      const read = await dataOf(store, 'one');
      expect(read).toEqual({ list: [1], inner: { a: 1 } });
      Reflect.set(read?.inner as object, 'a', 9);
      expect(await dataOf(store, 'one')).toEqual({ list: [1], inner: { a: 1 } });
    });

    test('update sets dotted members, leaves the others, and deletes what is undefined', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { a: 1, deep: { n: 1, m: 2 }, text: 'x', drop: 1 } }));
      const fields = { 'deep.n': 5, 'text.inner.leaf': true, 'new.one': [1], drop: undefined, 'none.such': undefined };
      await store.commit([{ kind: 'update', path: 'things/one', fields }]);
      expect(await dataOf(store, 'one')).toStrictEqual({
        a: 1,
        deep: { n: 5, m: 2 },
        text: { inner: { leaf: true } },
        new: { one: [1] },
      });
    });

    test('update needs the document to exist', async () => {
      const store = await openStore(createStore);
      const update: Write = { kind: 'update', path: 'things/none', fields: { a: 1 } };
      await expect(store.commit([update])).rejects.toBeInstanceOf(PreconditionFailed);
    });

    test('deleting what does not exist is no failure', async () => {
      const store = await openStore(createStore);
      await store.commit([{ kind: 'delete', path: 'things/none' }]);
      expect(await store.batchGet(['things/none'])).toEqual([undefined]);
    });

    test('takes 500 writes and not 501', async () => {
      const store = await openStore(createStore);
      const writes = Array.from({ length: MAX_WRITES_PER_COMMIT + 1 }, (_, i) => settings({ [`n${i}`]: { i } })).flat();
      await expect(store.commit(writes)).rejects.toBeInstanceOf(InvalidWrite);
      expect(await store.runAggregation({ collection: 'things' }, [{ kind: 'count' }])).toEqual([0]);
      await store.commit(writes.slice(1));
      expect(await store.runAggregation({ collection: 'things' }, [{ kind: 'count' }])).toEqual([500]);
    });

    test('is all or nothing, whichever write fails', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ kept: { a: 1 } }));
      const good: Write[] = [
        ...settings({ fresh: { a: 1 } }),
        { kind: 'update', path: 'things/kept', fields: { a: 2 } },
        { kind: 'delete', path: 'things/other' },
      ];
      const bad: Write[] = [
        { kind: 'update', path: 'things/none', fields: { a: 1 } },
        { kind: 'set', path: 'people/ada', data: { name: '' } },
        { kind: 'set', path: 'nowhere/one', data: {} },
      ];
      for (const failing of bad) {
        for (const writes of [
          [failing, ...good],
          [...good, failing],
        ]) {
          await expect(store.commit(writes)).rejects.toThrow();
          expect(await store.batchGet(['things/fresh'])).toEqual([undefined]);
          expect(await dataOf(store, 'kept')).toEqual({ a: 1 });
        }
      }
    });

    test('keeps ids and texts of any script', async () => {
      const store = await openStore(createStore);
      const ids = ['ñandú', '画像', '😀', 'a b', "o'hara", '%_"\\', '...', '__a', 'x'.repeat(1500), 'é'.repeat(750)];
      const text = 'Ñ 日本 😀 \u0000 \u2028 "\\\n\t \uffff مرحبا';
      const name = text.replaceAll(/\p{Cc}/gu, '');
      await store.commit(ids.map((id) => ({ kind: 'set', path: `things/${id}`, data: { text, [name]: id } })));
      const documents = await store.batchGet(ids.map((id) => `things/${id}` as const));
      expect(documents.map((document) => document?.path)).toEqual(ids.map((id) => `things/${id}`));
      expect(documents.map((document) => document?.data)).toEqual(ids.map((id) => ({ text, [name]: id })));
    });

    test('keeps numbers exactly', async () => {
      const store = await openStore(createStore);
      const numbers = [0.1 + 0.2, 2 ** 53, 585818790552840400, -(2 ** 63), 1e300, 5e-324, Number.MAX_VALUE, -1.5];
      await store.commit(settings({ one: { numbers } }));
      expect(await dataOf(store, 'one')).toEqual({ numbers });
      await store.commit(settings({ one: { a: -0 } }));
      expect(Object.is((await dataOf(store, 'one'))?.a, 0)).toBe(true);
    });

    test('takes documents of a megabyte and none larger', async () => {
      const store = await openStore(createStore);
      // Texts count with one more byte, as do names; a number takes eight; the rest is what every document takes.
      const text = 'é'.repeat((MAX_DOCUMENT_BYTES - 1_024) / 2);
      await store.commit(settings({ big: { a: text } }));
      expect((await dataOf(store, 'big'))?.a === text).toBe(true);
      const numbers = (count: number) => ({ a: Array.from({ length: count }, () => 0) });
      await store.commit(settings({ big: numbers((MAX_DOCUMENT_BYTES - 1_024) / 8) }));
      for (const data of [{ a: `${text}${'x'.repeat(1_024)}` }, numbers(MAX_DOCUMENT_BYTES / 8)]) {
        await expect(store.commit(settings({ big: data }))).rejects.toBeInstanceOf(InvalidWrite);
      }
      await store.commit(settings({ big: { a: 'x' } }));
      const fields = { b: text, c: 'x'.repeat(1_024) };
      await expect(store.commit([{ kind: 'update', path: 'things/big', fields }])).rejects.toBeInstanceOf(InvalidWrite);
    });

    test('takes documents of 8 megabytes together and not more', async () => {
      const store = await openStore(createStore);
      const documents = (count: number, bytes: number) =>
        settings(
          Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, { text: 'é'.repeat(bytes / 2) }])),
        );
      const each = MAX_COMMIT_BYTES / 16;
      await expect(store.commit(documents(16, each))).rejects.toBeInstanceOf(InvalidWrite);
      expect(await store.runAggregation({ collection: 'things' }, [{ kind: 'count' }])).toEqual([0]);
      await store.commit(documents(16, each - 1_024));
      expect(await store.runAggregation({ collection: 'things' }, [{ kind: 'count' }])).toEqual([16]);
    });
  });

  describe('batchGet', () => {
    test('answers in the order of the paths, with gaps and repeats', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { n: 1 }, two: { n: 2 } }));
      const found = await store.batchGet(['things/two', 'things/none', 'things/one', 'things/two']);
      expect(found.map((document) => document?.data.n)).toEqual([2, undefined, 1, 2]);
      expect(await store.batchGet([])).toEqual([]);
    });
  });
}
