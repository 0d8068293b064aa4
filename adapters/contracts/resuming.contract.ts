import { describe, expect, test } from 'vitest';
import type { ListenTarget, Query } from '#core/documents/document-store.ts';
import { MAX_RESUMED_CHANGES } from '#core/documents/listening/change-source.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { type CreateStore, noError, openStore, type StoreLimits, settings, titled } from './contract-store.ts';
import { listenWithReplica, type Replica } from './replica.ts';

const RED: Query = { collection: 'things', where: [{ field: 'a', op: '==', value: 'red' }] };

const TARGETS: [string, ListenTarget][] = [
  ['documents', { documents: ['things/one', 'things/two', 'things/three'] }],
  ['a query', { query: RED }],
  ['a query with a limit', { query: { ...RED, orderBy: [{ field: 'b', direction: 'asc' }], limit: 1 } }],
];

/** Snapshots after a resume token. */
export function describeResuming(createStore: CreateStore, { resuming }: StoreLimits): void {
  const started = (replica: Replica) => eventually(() => expect(replica.snapshots).toHaveLength(1));

  describe.skipIf(resuming !== undefined)(titled('resuming', resuming), () => {
    test.each(TARGETS)('tells what differs since the token, then goes on: %s', async (_, target) => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { a: 'red', b: 1 }, two: { a: 'red', b: 2 } }));
      const first = listenWithReplica(store, target);
      await started(first);
      first.stop();
      await store.commit(settings({ one: { a: 'red', b: 3 }, three: { a: 'blue', b: 0 } }));
      await store.commit(settings({ one: { a: 'red', b: 4 }, three: { a: 'red', b: 1 }, passing: { a: 'red' } }));
      await store.commit([{ kind: 'delete', path: 'things/two' }]);
      await store.commit([{ kind: 'delete', path: 'things/passing' }]);
      const second = listenWithReplica(store, target, first);
      await started(second);
      expect(second.snapshots[0]?.kind).toBe('changes');
      const whole = listenWithReplica(store, target);
      await started(whole);
      expect(second.documents).toEqual(whole.documents);
      await store.commit(settings({ three: { a: 'red', b: -1 } }));
      await eventually(() => expect(second.snapshots).toHaveLength(2));
      expect(second.documents.get('things/three')?.data).toEqual({ a: 'red', b: -1 });
    });

    test.each(TARGETS)('says that nothing differs by a snapshot without changes: %s', async (_, target) => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { a: 'red', b: 1 } }));
      const first = listenWithReplica(store, target);
      await started(first);
      first.stop();
      await store.commit(settings({ elsewhere: { a: 'blue' } }));
      const second = listenWithReplica(store, target, first);
      await started(second);
      expect(second.snapshots[0]).toMatchObject({ kind: 'changes', changes: [] });
    });

    test.each(TARGETS)('gives the whole state when the changes are not kept any more: %s', async (_, target) => {
      const store = await openStore(createStore, { changeRetention: { ageMs: 86_400_000, rows: 5, bytes: 1e9 } });
      const first = listenWithReplica(store, target);
      await started(first);
      first.stop();
      for (let b = 0; b < 5; b++) await store.commit(settings({ one: { a: 'red', b } }));
      const kept = listenWithReplica(store, target, first);
      await started(kept);
      expect(kept.snapshots[0]?.kind).toBe('changes');
      await store.commit(settings({ one: { a: 'red', b: 5 }, two: { a: 'red', b: 6 } }));
      const late = listenWithReplica(store, target, first);
      await started(late);
      expect(late.snapshots[0]?.kind).toBe('state');
      await eventually(() => expect(kept.documents).toEqual(late.documents));
    });

    test('changes are kept for as long as is said', async () => {
      let now = 0;
      const store = await openStore(createStore, {
        now: () => now,
        changeRetention: { ageMs: 1000, rows: 100, bytes: 1e9 },
      });
      const target: ListenTarget = { query: { collection: 'things' } };
      await store.commit(settings({ one: { n: 1 } }));
      const first = listenWithReplica(store, target);
      await started(first);
      first.stop();
      await store.commit(settings({ one: { n: 2 } }));
      now = 1000;
      await store.commit(settings({ one: { n: 3 } }));
      const early = listenWithReplica(store, target, first);
      await started(early);
      now = 1001;
      await store.commit(settings({ one: { n: 4 } }));
      const late = listenWithReplica(store, target, first);
      await started(late);
      expect([early.snapshots[0]?.kind, late.snapshots[0]?.kind]).toEqual(['changes', 'state']);
    });

    test('no more bytes of earlier contents are kept than is said', async () => {
      const changeRetention = { ageMs: 86_400_000, rows: 100, bytes: 100_000 };
      const store = await openStore(createStore, { changeRetention });
      const target: ListenTarget = { documents: ['things/one'] };
      const write = (n: number) => store.commit(settings({ one: { n, text: 'x'.repeat(30_000) } }));
      const kindFrom = async (from: Replica) => {
        const replica = listenWithReplica(store, target, from);
        await started(replica);
        return replica.snapshots[0]?.kind;
      };
      await write(0);
      const first = listenWithReplica(store, target);
      await started(first);
      first.stop();
      for (let n = 1; n <= 3; n++) await write(n);
      expect(await kindFrom(first)).toBe('changes');
      await write(4);
      expect(await kindFrom(first)).toBe('state');
    });
  });

  describe('listening where few changes are kept', () => {
    test('a commit that replaces more than is kept is received all the same', async () => {
      const changeRetention = { ageMs: 86_400_000, rows: 100, bytes: 100 };
      const store = await openStore(createStore, { changeRetention });
      const target: ListenTarget = { documents: ['things/one', 'things/two'] };
      const text = 'x'.repeat(1000);
      await store.commit(settings({ one: { text }, two: { text } }));
      const replica = listenWithReplica(store, target);
      await started(replica);
      await store.commit(settings({ one: { n: 1 }, two: { n: 2 } }));
      await eventually(() => expect(replica.snapshots).toHaveLength(2));
      expect(replica.snapshots[1]?.kind).toBe('changes');
      expect(replica.snapshots[1]?.changes.map(({ document }) => document?.data)).toEqual([{ n: 1 }, { n: 2 }]);
    });

    test('a listener hears every commit of its own turn, however few changes are kept', async () => {
      const store = await openStore(createStore, { changeRetention: { ageMs: 0, rows: 1, bytes: 1e9 } });
      const replica = listenWithReplica(store, { query: { collection: 'things' } });
      await started(replica);
      for (let n = 0; n < 5; n++) {
        await store.commit(settings({ one: { n }, two: { n } }));
        await eventually(() => expect(replica.documents.get('things/two')?.data).toEqual({ n }));
      }
    });
  });

  describe('resuming where it cannot', () => {
    test('gives the whole state when more has changed than is worth telling', async () => {
      const store = await openStore(createStore);
      const first = listenWithReplica(store, { query: { collection: 'things' } });
      await started(first);
      first.stop();
      const all = Array.from({ length: MAX_RESUMED_CHANGES + 1 }, (_, i) => settings({ [`n${i}`]: {} })).flat();
      for (let i = 0; i < all.length; i += 500) await store.commit(all.slice(i, i + 500));
      const second = listenWithReplica(store, { query: { collection: 'things' } }, first);
      await started(second);
      expect(second.snapshots[0]?.kind).toBe('state');
      expect(second.documents.size).toBe(all.length);
    });

    test.each(['', 'nonsense', '.1', '-1'])('the unknown token "%s" gives the whole state', async (resumeToken) => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: {} }));
      const kinds: string[] = [];
      store.listen({ documents: ['things/one'] }, ({ kind }) => kinds.push(kind), { ...noError, resumeToken });
      await eventually(() => expect(kinds).toEqual(['state']));
    });

    test.each(TARGETS)('different states have different tokens: %s', async (_, target) => {
      const store = await openStore(createStore);
      await store.commit(settings({ one: { a: 'red', b: 1 } }));
      const first = listenWithReplica(store, target);
      await started(first);
      first.stop();
      await store.commit(settings({ one: { a: 'red', b: 2 } }));
      const second = listenWithReplica(store, target);
      await started(second);
      expect(second.resumeToken).not.toBe(first.resumeToken);
    });

    test("another store's token gives the whole state", async () => {
      const [one, other] = [await openStore(createStore), await openStore(createStore)];
      for (const store of [one, other]) await store.commit(settings({ one: {} }));
      const first = listenWithReplica(one, { documents: ['things/one'] });
      await started(first);
      const second = listenWithReplica(other, { documents: ['things/one'] }, first);
      await started(second);
      expect(second.snapshots[0]?.kind).toBe('state');
    });
  });
}
