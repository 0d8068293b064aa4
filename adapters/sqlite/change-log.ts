import type { ChangeRetention, LoggedCommit } from '#core/documents/change-source.ts';
import { documentPath, parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentPath } from '#core/documents/document-store.ts';
import type { Database } from './database.ts';
import { readDocument, toData } from './read-documents.ts';

/** Sequence numbers that each commit has: the power of two above the most writes of one. */
const SEQUENCES_PER_COMMIT = 512;

/** How many old changes one commit takes away at most, besides the rest of the last commit among them. */
const MAX_TRIMMED_AT_ONCE = 2000;

/** The sequence number of a change, by its commit and its place there. */
export function changeSequence(version: number, place: number): number {
  return version * SEQUENCES_PER_COMMIT + place;
}

function versionOf(sequence: number): number {
  return Math.floor(sequence / SEQUENCES_PER_COMMIT);
}

/** The first commit after a version that changed a document. Its changes read what they tell on demand. */
export function readCommitAfter(database: Database, after: number): LoggedCommit | undefined {
  const [first] = database.get(
    'SELECT sequence FROM changes WHERE sequence >= ? ORDER BY sequence LIMIT 1',
    changeSequence(after + 1, 0),
  ) ?? [undefined];
  if (first === undefined) return undefined;
  const version = versionOf(Number(first));
  const rows = database.all(
    'SELECT sequence, collection, id FROM changes WHERE sequence >= ? AND sequence < ? ORDER BY sequence',
    changeSequence(version, 0),
    changeSequence(version + 1, 0),
  );
  const changes = rows.map(([sequence, name, id]) => {
    const collection = String(name);
    const path = documentPath(collection, String(id));
    const before = once(() => {
      const json = database.get('SELECT json(before) FROM changes WHERE sequence = ?', Number(sequence))?.[0];
      return json === null || json === undefined ? undefined : toData(json);
    });
    const document = once(() => readDocumentAt(database, path, version));
    return {
      path,
      collection,
      get before() {
        return before();
      },
      get document() {
        return document();
      },
    };
  });
  return { version, changes };
}

/** The documents of a collection that changed after a version, each once, and no more than `atMost`. */
export function readChangedAfter(
  database: Database,
  after: number,
  collection: string,
  atMost: number,
): DocumentPath[] {
  // The plus keeps SQLite from the index by path, which would lead through the collection's whole history.
  const rows = database.all(
    'SELECT DISTINCT id FROM changes WHERE sequence >= ? AND +collection = ? LIMIT ?',
    changeSequence(after + 1, 0),
    collection,
    atMost,
  );
  return rows.map(([id]) => documentPath(collection, String(id)));
}

/** The document as it was at a version that is still kept: what its next change found, or what it is now. */
export function readDocumentAt(database: Database, path: DocumentPath, at: number): Document | undefined {
  const parsed = parsePath(path);
  if (!parsed) return undefined;
  const next = database.get(
    `SELECT before_version, before_created_at, before_updated_at, json(before) FROM changes
     WHERE collection = ? AND id = ? AND sequence >= ? ORDER BY sequence LIMIT 1`,
    parsed.collection,
    parsed.id,
    changeSequence(at + 1, 0),
  );
  if (!next) return readDocument(database, path);
  const [version, createdAt, updatedAt, json] = next;
  if (version === null) return undefined;
  return {
    path,
    data: toData(json),
    version: Number(version),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}

/**
 * Takes away changes that need not be kept any more, by whole commits and a limited number at a time.
 * @returns the last version taken away and the number of changes; `undefined` if there was nothing to do.
 */
export function trimChanges(
  database: Database,
  retention: ChangeRetention,
  { version, at, count }: { version: number; at: number; count: number },
): { trimmedVersion: number; trimmed: number } | undefined {
  const oldestAt = database.get('SELECT at FROM changes ORDER BY sequence LIMIT 1')?.[0];
  const tooOld = at - retention.ageMs;
  const excess = Math.min(count - retention.rows, MAX_TRIMMED_AT_ONCE);
  if (excess <= 0 && !(Number(oldestAt ?? at) < tooOld)) return undefined;
  const byRows = database.get('SELECT sequence FROM changes ORDER BY sequence LIMIT 1 OFFSET ?', excess - 1)?.[0];
  const byAge = database.get(
    'SELECT max(sequence) FROM (SELECT sequence, at FROM changes ORDER BY sequence LIMIT ?) WHERE at < ?',
    MAX_TRIMMED_AT_ONCE,
    tooOld,
  )?.[0];
  const last = Math.max(excess > 0 ? Number(byRows ?? 0) : 0, Number(byAge ?? 0));
  const trimmedVersion = Math.min(versionOf(last), version - 1);
  const trimmed = database.run('DELETE FROM changes WHERE sequence < ?', changeSequence(trimmedVersion + 1, 0));
  return trimmed > 0 ? { trimmedVersion, trimmed } : undefined;
}

function once<T>(read: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: read() };
    return result.value;
  };
}
