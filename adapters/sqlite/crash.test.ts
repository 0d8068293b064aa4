import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Document, Snapshot } from '#core/documents/document-store.ts';
import { crashCollection } from '../../test/helpers/documents/crash-collection.ts';
import { bundleProgram } from '../../test/helpers/servers/bundle-program.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createSqliteDocumentStore, type SqliteDocumentStore } from './document-store.ts';

const ROUNDS = 12;
const WRITER = await bundleProgram(
  fileURLToPath(new URL('../../test/helpers/documents/crash-writer.ts', import.meta.url)),
);

interface Acknowledged {
  number: number;
  version: number;
}

/** Runs the writer, kills it at a random time after some commits, and returns the last acknowledged one. */
async function writeAndKill(file: string, seed: number): Promise<Acknowledged> {
  const child = spawn(process.execPath, [WRITER, file, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const commits = Math.floor(Math.random() * 40) + 1;
  let last: Acknowledged | undefined;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [number, version] = line.split(' ').map(Number);
    if (number === undefined || version === undefined) throw new Error(`the writer said ${line}`);
    last = { number, version };
    seen += 1;
    // Up to a few milliseconds later: during a commit, its checkpoint or its trimming.
    if (seen === commits) setTimeout(() => child.kill('SIGKILL'), Math.random() * 4);
  }
  const [, signal] = await exited;
  expect(signal).toBe('SIGKILL');
  if (!last) throw new Error('the writer said nothing');
  return last;
}

/** The first snapshot of a listener that resumes from a token. */
async function resume(store: SqliteDocumentStore, resumeToken?: string): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const target = { query: { collection: 'crash' } };
    store.listen(target, resolve, { onError: reject, ...(resumeToken && { resumeToken }) });
  });
}

function check(documents: Document[], acknowledged: Acknowledged): number {
  const [first] = documents.filter(({ path }) => path === 'crash/a');
  if (!first) throw new Error('an acknowledged commit is gone');
  const { number } = first.data as { number: number };
  expect(number).toBeGreaterThanOrEqual(acknowledged.number);
  expect(number).toBeLessThanOrEqual(acknowledged.number + 1);
  const numbers = Object.fromEntries(documents.map(({ path, data }) => [path.slice(6), data.number]));
  const shared = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, number]));
  const own = Array.from({ length: Math.min(20, number) }, (_, i) => [`n${number - i}`, number - i]);
  expect(numbers).toEqual({ ...shared, ...Object.fromEntries(own) });
  const versions = documents.filter(({ data }) => data.number === number).map(({ version }) => version);
  expect(new Set(versions).size).toBe(1);
  if (number === acknowledged.number) expect(versions[0]).toBe(acknowledged.version);
  return number;
}

test('killed at any moment, it keeps every acknowledged commit whole and none by half', {
  timeout: 120_000,
}, async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  let seed = 1;
  let token: string | undefined;
  let known = new Map<string, Document>();
  for (let round = 0; round < ROUNDS; round++) {
    const acknowledged = await writeAndKill(file, seed);
    const store = createSqliteDocumentStore({ file, collections: [crashCollection] });
    const documents = await store.runQuery({ collection: 'crash' });
    seed = check(documents, acknowledged) + 1;

    const snapshot = await resume(store, token);
    if (snapshot.kind === 'state') known = new Map();
    for (const { path, document } of snapshot.changes) {
      if (document) known.set(path, document);
      else known.delete(path);
    }
    expect(known).toEqual(new Map(documents.map((document) => [document.path, document])));
    token = snapshot.resumeToken;

    const byTag = await store.runQuery({
      collection: 'crash',
      where: [{ field: 'tags', op: 'array-contains', value: 'all' }],
      orderBy: [{ field: 'number', direction: 'asc' }],
    });
    expect(byTag.map(({ path }) => path).sort()).toEqual(documents.map(({ path }) => path).sort());
    await store.close();
    expectIntegrity(file);
  }
});

function expectIntegrity(file: string): void {
  const connection = new DatabaseSync(file, { readOnly: true });
  expect(connection.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(connection.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  // After its first commit, the sum is of nothing: what was created had no state before.
  const kept = '(SELECT count(*), coalesce(sum(length(before)), 0) FROM changes)';
  const counted = `SELECT (change_count, change_bytes) = ${kept} AS agrees FROM store`;
  expect(connection.prepare(counted).get()).toEqual({ agrees: 1 });
  connection.close();
}
