import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { dataOf, settings, things } from '../contracts/contract-store.ts';
import { openSqlite } from './open-sqlite.ts';

/** A database with one document, and a function that takes the write lock like another process. */
async function openLockable(writeWaitMs?: number) {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const { store, draftLog } = openSqlite({ file, collections: [things], ...(writeWaitMs && { writeWaitMs }) });
  onTestFinished(() => store.close());
  await store.commit(settings({ one: { n: 0 } }));
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  return {
    store,
    draftLog,
    lock: () => other.exec('BEGIN IMMEDIATE'),
    unlock: () => other.exec('COMMIT'),
  };
}

test('while another process holds the write lock, reads and the event loop go on, and the write follows', async () => {
  const { store, lock, unlock } = await openLockable();
  lock();
  let isCommitted = false;
  const commit = store.commit(settings({ one: { n: 1 } })).then(() => {
    isCommitted = true;
  });
  for (let turn = 0; turn < 20; turn++) {
    await setImmediate();
    expect(await dataOf(store, 'one')).toEqual({ n: 0 });
    expect(await store.runAggregation({ collection: 'things' }, [{ kind: 'count' }])).toEqual([1]);
  }
  expect(isCommitted).toBe(false);
  unlock();
  await commit;
  expect(await dataOf(store, 'one')).toEqual({ n: 1 });
});

test('commits and updates of drafts that wait are written in the order of their calls', async () => {
  const { store, draftLog, lock, unlock } = await openLockable();
  const order: string[] = [];
  const note = (name: string) => (value: unknown) => {
    order.push(name);
    return value;
  };
  lock();
  const commits = [1, 2, 3].map((n) => store.commit(settings({ one: { n } })).then(note(`commit ${n}`)));
  const appends = [1, 2].map((n) => draftLog.append('item/a/es', new Uint8Array([n])).then(note(`append ${n}`)));
  await setImmediate();
  appends.push(draftLog.append('item/a/es', new Uint8Array([3])).then(note('append 3')));
  await setImmediate();
  expect(order).toEqual([]);
  unlock();
  await Promise.all([...commits, ...appends]);
  expect(order.filter((name) => name.startsWith('commit'))).toEqual(['commit 1', 'commit 2', 'commit 3']);
  expect(order.filter((name) => name.startsWith('append'))).toEqual(['append 1', 'append 2', 'append 3']);
  expect(await dataOf(store, 'one')).toEqual({ n: 3 });
  expect((await draftLog.read('item/a/es')).map(({ update }) => [...update])).toEqual([[1], [2], [3]]);
});

test('a draft that is removed while its updates wait keeps what comes after the removal', async () => {
  const { draftLog, lock, unlock } = await openLockable();
  await draftLog.append('item/a/es', new Uint8Array([1]));
  lock();
  const work = [
    draftLog.append('item/a/es', new Uint8Array([2])),
    draftLog.remove('item/a/es'),
    draftLog.append('item/a/es', new Uint8Array([3])),
  ];
  await setImmediate();
  unlock();
  await Promise.all(work);
  expect((await draftLog.read('item/a/es')).map(({ update }) => [...update])).toEqual([[3]]);
});

test('a lock that is held for too long ends waiting writes of every kind, with nothing written', async () => {
  const { store, draftLog, lock, unlock } = await openLockable(30);
  const position = await draftLog.append('item/a/es', new Uint8Array([1]));
  lock();
  const work = [
    store.commit(settings({ one: { n: 1 } })),
    draftLog.append('item/a/es', new Uint8Array([2])),
    draftLog.settle('item/a/es', position),
    draftLog.compact('item/a/es', position, new Uint8Array([9])),
    draftLog.remove('item/a/es'),
  ];
  for (const outcome of await Promise.allSettled(work)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } });
    expect(outcome).toMatchObject({ reason: { message: expect.stringMatching(/locked by another process/) } });
  }
  unlock();
  expect(await dataOf(store, 'one')).toEqual({ n: 0 });
  expect((await draftLog.read('item/a/es')).map(({ update }) => [...update])).toEqual([[1]]);
  expect(await draftLog.unsettled()).toEqual(['item/a/es']);
  await store.commit(settings({ one: { n: 2 } }));
});

test('a store that is closed while a write waits rejects it', async () => {
  const { store, lock } = await openLockable();
  lock();
  const commit = store.commit(settings({ one: { n: 1 } }));
  await setImmediate();
  const closed = store.close();
  await expect(commit).rejects.toMatchObject({ name: 'StoreUnavailable' });
  await closed;
});
