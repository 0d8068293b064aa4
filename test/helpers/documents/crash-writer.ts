/**
 * The process that `crash.test.ts` kills: commits in a loop, and prints which commits were acknowledged as durable. Run as
 * `node crash-writer.ts FILE SEED [ROLE]`. All documents of a commit have the same number; some are new, most replace or delete
 * existing ones, and their sizes differ.
 */
import { writeSync } from 'node:fs';
import { createSqliteDocumentStore } from '#adapters/sqlite/document-store.ts';
import type { Write } from '#core/documents/document-store.ts';
import { crashCollection } from './crash-collection.ts';

const [file = '', seed = '0', role = 'guest'] = process.argv.slice(2);
// Small, so that trimming is interrupted too.
const store = createSqliteDocumentStore({
  file,
  role: role === 'server' ? 'server' : 'guest',
  collections: [crashCollection],
  changeRetention: { ageMs: 86_400_000, rows: 200, bytes: 1e9 },
});

for (let number = Number(seed); ; number++) {
  const data = { number, tags: [`t${number % 3}`, 'all'], body: 'x'.repeat((number * 7919) % 20_000) };
  const writes: Write[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ kind: 'set', path: `crash/${id}`, data }));
  writes.push({ kind: 'set', path: `crash/n${number}`, data: { ...data, body: '' } });
  if (number > 20) writes.push({ kind: 'delete', path: `crash/n${number - 20}` });
  const [version] = (await store.commit(writes)).versions;
  // Not console.log: the line must be written before the next commit begins.
  writeSync(1, `${number} ${version}\n`);
}
