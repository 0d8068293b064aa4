import { applyWrite, checkPrecondition, type HeldDocument } from '#core/documents/apply-write.ts';
import type { Collections } from '#core/documents/check-collections.ts';
import type { CheckedWrite } from '#core/documents/check-writes.ts';
import { createCommitRoom } from '#core/documents/document-bytes.ts';
import type { ParsedPath } from '#core/documents/document-path.ts';
import { type ChangeAmount, changeSequence } from './change-log.ts';
import type { Database } from './database/database.ts';
import { toData, type WrittenDocument } from './read-documents.ts';

/**
 * Applies validated writes to the documents and logs their changes. Call it within a transaction.
 * @returns the number of changes, the bytes of the previous contents, and the documents that exist now
 */
export function writeDocuments(
  database: Database,
  collections: Collections,
  writes: readonly CheckedWrite[],
  { version, at }: { version: number; at: number },
): ChangeAmount & { written: WrittenDocument[] } {
  const added = { count: 0, bytes: 0, written: [] as WrittenDocument[] };
  const room = createCommitRoom();
  for (const write of writes) {
    const held = readHeld(database, write);
    if (write.kind === 'verify') {
      checkPrecondition(write, held);
      continue;
    }
    const applied = applyWrite(collections, write, held, at);
    if (applied) room.take(applied.json);
    if (!held && !applied) continue;
    logChange(database, write, held, changeSequence(version, added.count), at);
    added.count += 1;
    added.bytes += held?.bytes ?? 0;
    if (!applied) {
      database.run('DELETE FROM documents WHERE key = ?', held?.key ?? null);
      continue;
    }
    const { data, json } = applied;
    const times = write.kind === 'set' ? write.times : undefined;
    const { createdAt, updatedAt } = times ?? { createdAt: held?.createdAt ?? at, updatedAt: at };
    added.written.push({ document: { path: write.path, data, version, createdAt, updatedAt }, json });
    if (!held) {
      const insert =
        'INSERT INTO documents (collection, id, version, created_at, updated_at, data) VALUES (?, ?, ?, ?, ?, jsonb(?))';
      database.run(insert, write.collection, write.id, version, createdAt, updatedAt, json);
      continue;
    }
    const update = 'UPDATE documents SET version = ?, updated_at = ?, data = jsonb(?) WHERE key = ?';
    database.run(update, version, updatedAt, json, held.key);
    if (times) database.run('UPDATE documents SET created_at = ? WHERE key = ?', createdAt, held.key);
  }
  return added;
}

/** A document's row, and the stored bytes of its contents. */
interface HeldRow {
  key: number;
  bytes: number;
  createdAt: number;
}

function readHeld(database: Database, { collection, id }: ParsedPath): (HeldDocument & HeldRow) | undefined {
  const select = 'SELECT key, version, length(data), created_at FROM documents WHERE collection = ? AND id = ?';
  const row = database.get(select, collection, id);
  if (!row) return undefined;
  const [key, version, bytes, createdAt] = row.map(Number) as [number, number, number, number];
  const data = () => toData(database.get('SELECT json(data) FROM documents WHERE key = ?', key)?.[0]);
  return { key, version, bytes, createdAt, data };
}

function logChange(
  database: Database,
  { collection, id }: ParsedPath,
  held: { key: number } | undefined,
  sequence: number,
  at: number,
): void {
  if (!held) {
    database.run(
      'INSERT INTO changes (sequence, at, collection, id) VALUES (?, ?, ?, ?)',
      sequence,
      at,
      collection,
      id,
    );
    return;
  }
  database.run(
    `INSERT INTO changes
       (sequence, at, collection, id, before_version, before_created_at, before_updated_at, before)
     SELECT ?, ?, collection, id, version, created_at, updated_at, data FROM documents WHERE key = ?`,
    sequence,
    at,
    held.key,
  );
}
