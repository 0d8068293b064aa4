import { describe, expect, test } from 'vitest';
import type { DocumentData, DocumentStore, FeedBatch, FeedChange, Write } from '#core/documents/document-store.ts';
import { InvalidQuery, StoreUnavailable } from '#core/documents/errors.ts';
import { type ChangeRetention, MAX_RESUMED_CHANGES } from '#core/documents/listening/change-source.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import {
  type CreateStore,
  noError,
  openStore,
  type StoreLimits,
  settings,
  titled,
  versionAfter,
} from './contract-store.ts';

/** A follower and what it was told. */
function follow(store: DocumentStore, resumeToken?: string, collections = ['things']) {
  const batches: FeedBatch[] = [];
  const errors: Error[] = [];
  const options = { onError: (error: Error) => errors.push(error), ...(resumeToken !== undefined && { resumeToken }) };
  const stop = store.followChanges(collections, (batch) => batches.push(batch), options);
  const started = () => eventually(() => expect(batches.length).toBeGreaterThan(0));
  const changes = () => batches.flatMap((batch) => batch.changes);
  return { batches, errors, stop, started, changes, token: () => batches.at(-1)?.resumeToken };
}

/** A change with what was before it, or without: a store may not know it of a document whose version was not guarded. */
function told(change: FeedChange & { before: DocumentData | null }): unknown {
  const { before: _, ...unknown } = change;
  return { asymmetricMatch: (value: FeedChange) => [change, unknown].some((each) => equals(each, value)) };
}

function equals(expected: unknown, value: unknown): boolean {
  try {
    expect(value).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}

/** What followers of the change feed are told. */
export function describeFeed(createStore: CreateStore, { retention }: StoreLimits): void {
  describe('followChanges', () => {
    test('begins with an empty batch, whatever exists, and tells what each commit changes', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { a: 1, deep: { n: 1, m: 1 }, text: 'long' }, two: { a: 1 } }));
      const { batches, started } = follow(store);
      expect(batches).toEqual([]);
      await started();
      expect(batches).toMatchObject([{ kind: 'changes', changes: [] }]);
      await store.commit([
        ...settings({ three: { b: 1 } }),
        { kind: 'update', path: 'things/one', fields: { a: 2 } },
        { kind: 'verify', path: 'things/two', precondition: { exists: true } },
        { kind: 'set', path: 'people/ada', data: { name: 'Ada' } },
        { kind: 'delete', path: 'things/none' },
      ]);
      await store.commit([{ kind: 'set', path: 'people/ada', data: { name: 'Eva' } }]);
      await store.commit([{ kind: 'delete', path: 'things/one' }]);
      await eventually(() => expect(batches).toHaveLength(3));
      expect(batches.slice(1).map(({ kind }) => kind)).toEqual(['changes', 'changes']);
      // A store may not know that a document which it deletes does not exist.
      expect(batches[1]?.changes.filter(({ path }) => path !== 'things/none')).toEqual([
        told({ kind: 'written', path: 'things/three', before: null, after: {} }),
        told({
          kind: 'written',
          path: 'things/one',
          before: { a: 1, deep: { n: 1 } },
          after: { a: 2, deep: { n: 1 } },
        }),
      ]);
      expect(batches[2]?.changes).toEqual([
        told({ kind: 'deleted', path: 'things/one', before: { a: 2, deep: { n: 1 } } }),
      ]);
    });

    test('knows what was before where the writer guards what it has read', async () => {
      const store = await openStore(createStore);
      const { started, changes } = follow(store);
      await started();
      const create: Write = { kind: 'set', path: 'things/one', data: { a: 1 }, precondition: { exists: false } };
      const created = await versionAfter(store, [create]);
      await store.batchGet(['things/one']);
      const replace: Write = {
        kind: 'set',
        path: 'things/one',
        data: { a: null },
        precondition: { version: created },
      };
      const version = await versionAfter(store, [replace]);
      await store.runQuery({ collection: 'things' });
      await store.commit([{ kind: 'delete', path: 'things/one', precondition: { version } }]);
      await eventually(() => expect(changes()).toHaveLength(3));
      expect(changes()).toEqual([
        { kind: 'written', path: 'things/one', before: null, after: { a: 1 } },
        { kind: 'written', path: 'things/one', before: { a: 1 }, after: { a: null } },
        { kind: 'deleted', path: 'things/one', before: { a: null } },
      ]);
    });

    test('tells followers of several collections the changes of all of them', async () => {
      const store = await openStore(createStore);
      const { batches, started } = follow(store, undefined, ['things', 'people']);
      await started();
      await store.commit([...settings({ one: {} }), { kind: 'set', path: 'people/ada', data: { name: 'Ada' } }]);
      await eventually(() => expect(batches).toHaveLength(2));
      expect(batches[1]?.changes.map(({ path }) => path)).toEqual(['things/one', 'people/ada']);
    });

    test('resumes after a batch without missing anything', async () => {
      const store = await openStore(createStore);
      const first = follow(store);
      await first.started();
      await store.commit(settings({ one: { a: 1 }, two: { a: 1 } }));
      await eventually(() => expect(first.batches).toHaveLength(2));
      first.stop();
      await store.commit(settings({ two: { a: 2 } }));
      await store.commit(settings({ two: { a: 3 } }));
      await store.commit([{ kind: 'delete', path: 'things/one' }]);
      const second = follow(store, first.token());
      const latest = () => new Map(second.changes().map(({ path, kind, after }) => [path, after ?? kind]));
      const expected = { 'things/one': 'deleted', 'things/two': { a: 3 } };
      await eventually(() => expect(Object.fromEntries(latest())).toEqual(expected));
      await store.commit(settings({ three: { a: 1 } }));
      await eventually(() => expect(second.changes().at(-1)?.path).toBe('things/three'));
      const third = follow(store, second.token());
      await third.started();
      expect(third.batches).toMatchObject([{ kind: 'changes', changes: [] }]);
    });

    test.each(['', 'nonsense', '.1', '-1'])('the unknown token "%s" is a gap', async (token) => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: {} }));
      const { batches, started } = follow(store, token);
      await started();
      expect(batches).toMatchObject([{ kind: 'gap', changes: [] }]);
      await store.commit(settings({ one: { a: 1 } }));
      await eventually(() => expect(batches).toHaveLength(2));
      expect(batches[1]?.kind).toBe('changes');
    });

    const expectGap = async (count: number, atOnce: number, changeRetention?: ChangeRetention) => {
      const store = await openStore(createStore, { ...(changeRetention && { changeRetention }) });
      const first = follow(store);
      await first.started();
      first.stop();
      const all = Array.from({ length: count }, (_, n) => settings({ [`n${n}`]: {} })).flat();
      for (let from = 0; from < all.length; from += atOnce) await store.commit(all.slice(from, from + atOnce));
      const second = follow(store, first.token());
      await second.started();
      expect(second.batches[0]).toMatchObject({ kind: 'gap', changes: [] });
    };

    test('a token is a gap when more has changed since than is worth telling', () =>
      expectGap(MAX_RESUMED_CHANGES + 1, 400));

    test.skipIf(retention !== undefined)(
      titled('a token is a gap when the changes since are not kept any more', retention),
      () => expectGap(7, 1, { ageMs: 86_400_000, rows: 5, bytes: 1e9 }),
    );

    test('is told in order also what a follower commits, and nothing once it has ended', async () => {
      const store = await openStore(createStore);
      const received: unknown[] = [];
      store.followChanges(
        ['things'],
        ({ changes }) => {
          const [change] = changes;
          if (!change) return;
          received.push(change.after?.a);
          if (received.length < 5) void store.commit(settings({ one: { a: received.length } }));
        },
        noError,
      );
      const ended = follow(store);
      const witness = follow(store);
      await witness.started();
      ended.stop();
      const describedBefore = ended.batches.length;
      await store.commit(settings({ one: { a: 0 } }));
      await eventually(() => expect(received).toEqual([0, 1, 2, 3, 4]));
      await eventually(() => expect(witness.changes().map(({ after }) => after?.a)).toEqual(received));
      expect(ended.batches).toHaveLength(describedBefore);
    });

    test('a follower that throws is ended and told why, and the others are not troubled', async () => {
      const store = await openStore(createStore);
      const errors: string[] = [];
      const throwing = () => {
        throw new Error('mine');
      };
      store.followChanges(['things'], throwing, { onError: ({ message }) => errors.push(message) });
      const witness = follow(store);
      await witness.started();
      await store.commit(settings({ one: {} }));
      await eventually(() => expect(witness.batches).toHaveLength(2));
      expect(errors).toEqual(['mine']);
    });

    test('refuses undeclared collections, and everything once it is closed', async () => {
      const store = await openStore(createStore);
      expect(() => store.followChanges(['nowhere'], () => {}, noError)).toThrow(InvalidQuery);
      const { batches, errors, started } = follow(store);
      await started();
      await store.close();
      expect(() => store.followChanges(['things'], () => {}, noError)).toThrow(StoreUnavailable);
      expect([batches.length, errors.length]).toEqual([1, 0]);
    });
  });
}
