import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { crashCollection } from '../../test/helpers/documents/crash-collection.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { people, settings, things } from '../contracts/contract-store.ts';
import { listenWithReplica } from '../contracts/replica.ts';
import { createSqliteDocumentStore, type SqliteDocumentStoreOptions } from './document-store.ts';

function open(file: string, options: Partial<SqliteDocumentStoreOptions> = {}) {
  const store = createSqliteDocumentStore({ file, collections: [things, people], ...options });
  onTestFinished(() => store.close());
  return store;
}

test('a commit through another connection reaches listeners, one snapshot for each', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const [one, other] = [open(file), open(file)];
  const query = { collection: 'things', orderBy: [{ field: 'n', direction: 'asc' as const }] };
  const all = listenWithReplica(one, { query });
  const two = listenWithReplica(one, { query: { ...query, limit: 2 } });
  await eventually(() => expect([all.snapshots.length, two.snapshots.length]).toEqual([1, 1]));
  for (const n of [5, 3, 4, 1]) await other.commit(settings({ [`n${n}`]: { n } }));
  await eventually(() => expect(all.snapshots).toHaveLength(5));
  expect([...all.documents.keys()]).toEqual(['things/n5', 'things/n3', 'things/n4', 'things/n1']);
  expect(two.snapshots.map(({ changes }) => changes.map(({ kind, path }) => `${kind} ${path}`))).toEqual([
    [],
    ['added things/n5'],
    ['added things/n3'],
    ['removed things/n5', 'added things/n4'],
    ['removed things/n4', 'added things/n1'],
  ]);
});

test('commits of two connections reach both in the same order', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const stores = [open(file), open(file)];
  const replicas = stores.map((store) => listenWithReplica(store, { query: { collection: 'things' } }));
  for (const replica of replicas) await eventually(() => expect(replica.snapshots).toHaveLength(1));
  const transforms = [{ field: 'n', kind: 'increment' as const, by: 1 }];
  await stores[0]?.commit(settings({ counter: { n: 0 } }));
  for (let i = 0; i < 20; i++) {
    await stores[i % 2]?.commit([{ kind: 'update', path: 'things/counter', fields: {}, transforms }]);
  }
  for (const { snapshots } of replicas) {
    await eventually(() => expect(snapshots).toHaveLength(22));
    const numbers = snapshots.slice(1).map(({ changes }) => changes[0]?.document?.data.n);
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, n) => n));
  }
});

test('a listener that another process left too far behind gets the whole state again', async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const options = { changeRetention: { ageMs: 86_400_000, rows: 2, bytes: 1e9 } };
  const [one, other] = [open(file, options), open(file, options)];
  const replica = listenWithReplica(one, { query: { collection: 'things' } });
  await eventually(() => expect(replica.snapshots).toHaveLength(1));
  for (let n = 0; n < 10; n++) await other.commit(settings({ [`n${n}`]: { n } }));
  await eventually(() => expect(replica.documents.size).toBe(10));
  expect(replica.snapshots.map(({ kind }) => kind)).toContain('state');
});

test("another process's commits reach listeners while it runs", async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const store = open(file, { collections: [crashCollection] });
  const replica = listenWithReplica(store, { documents: ['crash/a'] });
  await eventually(() => expect(replica.snapshots).toHaveLength(1));
  const writer = fileURLToPath(new URL('../../test/helpers/documents/crash-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [writer, file, '1'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await eventually(() => expect(replica.snapshots.length).toBeGreaterThan(3));
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
  const numbers = replica.snapshots.slice(1).map(({ changes }) => Number(changes[0]?.document?.data.number));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});
