/**
 * The victim of `crash.test.ts`: commits without end, and says on standard output which commits it was told are durable.
 * Run as `node crash-writer.ts FILE SEED [ROLE]`. Every commit writes all of its documents with one number; some are new, most
 * replace or delete what was there, and their bodies differ in size.
 */
import { writeSync } from 'node:fs';
import type { Write } from '#core/documents/document-store.ts';
import { crashCollection } from './crash-collection.ts';
import { createSqliteDocumentStore } from './document-store.ts';

const [file = '', seed = '0', role = 'guest'] = process.argv.slice(2);
// Small, so that trimming is also cut short.
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
  const { version } = await store.commit(writes);
  // Not console.log: the line must be out before the next commit begins.
  writeSync(1, `${number} ${version}\n`);
}
