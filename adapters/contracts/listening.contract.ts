import { describe, expect, test } from 'vitest';
import type { ListenTarget, Query, Snapshot } from '#core/documents/document-store.ts';
import { InvalidQuery, StoreUnavailable } from '#core/documents/errors.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { type CreateStore, noError, openStore, type StoreLimits, settings, titled } from './contract-store.ts';
import { listenWithReplica } from './replica.ts';

const RED: Query = { collection: 'things', where: [{ field: 'a', op: '==', value: 'red' }] };

/** Which snapshots listeners get, and when. */
export function describeListening(createStore: CreateStore, { commits }: StoreLimits): void {
  const byCommit = test.skipIf(commits !== undefined);

  describe('listen', () => {
    byCommit(titled('gives the state of documents first, then what each commit did to them', commits), async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { n: 1 }, other: { n: 1 } }));
      const replica = listenWithReplica(store, { documents: ['things/two', 'things/one'] });
      expect(replica.snapshots).toEqual([]);
      await eventually(() => expect(replica.snapshots).toHaveLength(1));
      expect(replica.snapshots[0]).toMatchObject({ kind: 'state', changes: [{ kind: 'added', path: 'things/one' }] });
      await store.commit(settings({ other: { n: 2 } }));
      await store.commit(settings({ one: { n: 2 }, two: { n: 2 }, other: { n: 3 } }));
      await store.commit([{ kind: 'delete', path: 'things/one' }]);
      await eventually(() => expect(replica.snapshots).toHaveLength(3));
      expect(replica.snapshots.slice(1).map(({ kind, changes }) => ({ kind, changes }))).toEqual([
        {
          kind: 'changes',
          changes: [
            { kind: 'modified', path: 'things/one', document: expect.objectContaining({ data: { n: 2 } }) },
            { kind: 'added', path: 'things/two', document: expect.objectContaining({ data: { n: 2 } }) },
          ],
        },
        { kind: 'changes', changes: [{ kind: 'removed', path: 'things/one' }] },
      ]);
    });

    test('gives the state of a query in its order, then what comes in, changes and goes out', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ x: { a: 'red', b: 1 }, y: { a: 'red', b: 2 }, z: { a: 'blue', b: 3 } }));
      const replica = listenWithReplica(store, { query: { ...RED, orderBy: [{ field: 'b', direction: 'desc' }] } });
      await eventually(() => expect(replica.snapshots).toHaveLength(1));
      expect(replica.snapshots[0]?.changes.map(({ path }) => path)).toEqual(['things/y', 'things/x']);
      await store.commit(settings({ z: { a: 'red', b: 3 }, y: { a: 'red', b: 20 }, x: { a: 'blue', b: 1 } }));
      // A service may join commits that follow each other closely.
      await eventually(() => expect(replica.snapshots).toHaveLength(2));
      await store.commit(settings({ x: { a: 'blue', b: 2 }, lacking: { a: 'red' } }));
      await store.commit([{ kind: 'update', path: 'things/y', fields: { b: undefined } }]);
      await eventually(() => expect(replica.snapshots).toHaveLength(3));
      const kinds = replica.snapshots
        .slice(1)
        .map(({ changes }) => Object.fromEntries(changes.map(({ path, kind }) => [path, kind])));
      expect(kinds).toEqual([
        { 'things/z': 'added', 'things/y': 'modified', 'things/x': 'removed' },
        { 'things/y': 'removed' },
      ]);
    });

    test('with a limit, tells who is let in and pushed out', async () => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { b: 1 }, two: { b: 2 }, three: { b: 3 } }));
      const query: Query = { collection: 'things', orderBy: [{ field: 'b', direction: 'asc' }], limit: 2 };
      const replica = listenWithReplica(store, { query });
      await eventually(() => expect([...replica.documents.keys()]).toEqual(['things/one', 'things/two']));
      await store.commit(settings({ zero: { b: 0 } }));
      await eventually(() => expect([...replica.documents.keys()].sort()).toEqual(['things/one', 'things/zero']));
      await store.commit(settings({ three: { b: 4 } }));
      await store.commit([{ kind: 'delete', path: 'things/one' }]);
      await eventually(() => expect([...replica.documents.keys()].sort()).toEqual(['things/two', 'things/zero']));
      const kinds = replica.snapshots
        .slice(1)
        .map(({ changes }) => Object.fromEntries(changes.map(({ path, kind }) => [path, kind])));
      expect(kinds).toEqual([
        { 'things/two': 'removed', 'things/zero': 'added' },
        { 'things/one': 'removed', 'things/two': 'added' },
      ]);
    });

    test('with a limit, counts no document that has an array or an object in an ordered field', async () => {
      const store = await openStore(createStore);
      const query: Query = { collection: 'things', orderBy: [{ field: 'a', direction: 'desc' }], limit: 2 };
      const replica = listenWithReplica(store, { query });
      const expectKeys = (...ids: string[]) =>
        eventually(() => expect([...replica.documents.keys()].sort()).toEqual(ids.map((id) => `things/${id}`)));
      await store.commit(settings({ one: { a: 1 }, two: { a: 2 } }));
      await expectKeys('one', 'two');
      await store.commit(settings({ array: { a: [1] }, object: { a: { n: 1 } }, three: { a: 3 } }));
      await expectKeys('three', 'two');
      await store.commit(settings({ three: { a: [3] } }));
      await expectKeys('one', 'two');
      await store.commit([...settings({ array: { a: 9 } }), { kind: 'delete', path: 'things/object' }]);
      await expectKeys('array', 'two');
      expect(replica.errors).toEqual([]);
    });

    test('a commit that fails tells nobody anything', async () => {
      const store = await openStore(createStore);
      const replica = listenWithReplica(store, { query: { collection: 'things' } });
      await eventually(() => expect(replica.snapshots).toHaveLength(1));
      const failing = [...settings({ one: {} }), { kind: 'update', path: 'things/none', fields: {} } as const];
      await expect(store.commit(failing)).rejects.toThrow();
      await store.commit(settings({ two: {} }));
      await eventually(() => expect(replica.snapshots).toHaveLength(2));
      expect(replica.snapshots[1]?.changes.map(({ path }) => path)).toEqual(['things/two']);
    });

    test('a listener that was ended hears nothing, whenever it was ended', async () => {
      const store = await openStore(createStore);
      const early = listenWithReplica(store, { query: { collection: 'things' } });
      early.stop();
      const late = listenWithReplica(store, { query: { collection: 'things' } });
      const witness = listenWithReplica(store, { query: { collection: 'things' } });
      await eventually(() => expect(late.snapshots).toHaveLength(1));
      late.stop();
      late.stop();
      await store.commit(settings({ one: {} }));
      await eventually(() => expect(witness.snapshots).toHaveLength(2));
      expect([early.snapshots.length, late.snapshots.length]).toEqual([0, 1]);
    });

    test('one listener may end another while both are told', async () => {
      const store = await openStore(createStore);
      const received: string[] = [];
      const stops = ['first', 'second'].map((name) =>
        store.listen(
          { documents: ['things/one'] },
          ({ kind }) => {
            received.push(`${name} ${kind}`);
            if (kind === 'changes') for (const stop of stops) stop();
          },
          noError,
        ),
      );
      await eventually(() => expect(received).toHaveLength(2));
      const witness = listenWithReplica(store, { documents: ['things/one'] });
      await eventually(() => expect(witness.snapshots).toHaveLength(1));
      await store.commit(settings({ one: {} }));
      await eventually(() => expect(witness.snapshots).toHaveLength(2));
      expect(received.filter((line) => line.endsWith('changes'))).toHaveLength(1);
    });

    test('all listeners hear what is written in order, also what a listener writes', async () => {
      const store = await openStore(createStore);
      const received: number[][] = [[], []];
      const listen = (mine: number[] | undefined) => (snapshot: Snapshot) => {
        const n = snapshot.changes[0]?.document?.data.n;
        if (typeof n !== 'number') return;
        mine?.push(n);
        if (n < 5 && mine === received[0]) void store.commit(settings({ n: { n: n + 1 } }));
      };
      for (const mine of received) store.listen({ documents: ['things/n'] }, listen(mine), noError);
      await store.commit(settings({ n: { n: 1 } }));
      await eventually(() => expect(received.map((mine) => mine.at(-1))).toEqual([5, 5]));
      for (const mine of received) expect(mine).toEqual(mine.toSorted((a, b) => a - b));
    });

    byCommit(titled('all listeners hear commits in order, also those that a listener makes', commits), async () => {
      const store = await openStore(createStore);
      const received: number[][] = [[], []];
      const target: ListenTarget = { documents: ['things/n'] };
      const listen = (mine: number[] | undefined) => (snapshot: Snapshot) => {
        const n = snapshot.changes[0]?.document?.data.n;
        if (typeof n !== 'number') return;
        mine?.push(n);
        if (n < 10 && mine === received[0]) void store.commit(settings({ n: { n: n + 1 } }));
      };
      for (const mine of received) store.listen(target, listen(mine), noError);
      await eventually(() => store.batchGet(['things/n']).then(() => {}));
      await store.commit(settings({ n: { n: 1 } }));
      const all = Array.from({ length: 10 }, (_, i) => i + 1);
      await eventually(() => expect(received).toEqual([all, all]));
    });

    test('a listener that throws is ended and told why; the commit and the others are not troubled', async () => {
      const store = await openStore(createStore);
      const errors: Error[] = [];
      let calls = 0;
      const throwing = () => {
        calls += 1;
        throw new Error('mine');
      };
      store.listen({ query: { collection: 'things' } }, throwing, { onError: (error) => errors.push(error) });
      const witness = listenWithReplica(store, { query: { collection: 'things' } });
      await eventually(() => expect(witness.snapshots).toHaveLength(1));
      await store.commit(settings({ one: {} }));
      await eventually(() => expect(witness.snapshots).toHaveLength(2));
      expect(calls).toBe(1);
      expect(errors.map(({ message }) => message)).toEqual(['mine']);
    });

    test('a query to listen to has no cursor, no offset and no selected members', async () => {
      const store = await openStore(createStore);
      for (const part of [{ startAfter: ['one'] }, { offset: 1 }, { select: ['a'] }]) {
        expect(() => store.listen({ query: { collection: 'things', ...part } }, () => {}, noError)).toThrow(
          InvalidQuery,
        );
      }
    });
  });

  describe('close', () => {
    test('ends the listeners without an error and refuses all that comes later', async () => {
      const store = await openStore(createStore);
      const replica = listenWithReplica(store, { query: { collection: 'things' } });
      await eventually(() => expect(replica.snapshots).toHaveLength(1));
      await store.close();
      await store.close();
      await expect(store.commit(settings({ one: {} }))).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.batchGet(['things/one'])).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.runQuery({ collection: 'things' })).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.runAggregation({ collection: 'things' }, [])).rejects.toBeInstanceOf(StoreUnavailable);
      expect(() => store.listen({ documents: [] }, () => {}, noError)).toThrow(StoreUnavailable);
      expect([replica.snapshots.length, replica.errors.length]).toEqual([1, 0]);
    });
  });
}
