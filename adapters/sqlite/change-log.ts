import { documentPath, parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentData, DocumentPath } from '#core/documents/document-store.ts';
import type { ChangeRetention, LoggedCommit } from '#core/documents/listening/change-source.ts';
import type { Database } from './database/database.ts';
import { fieldColumns, type ReadDocument, toData, toFields } from './read-documents.ts';

/** Sequence numbers reserved per commit: the power of two above the maximum writes of one. */
const SEQUENCES_PER_COMMIT = 512;

/** Maximum old changes that one commit trims, apart from the rest of the last trimmed commit. */
const MAX_TRIMMED_AT_ONCE = 2000;

/**
 * Maximum bytes of old changes that one commit trims beyond those that it adds: about 10 ms of work. A log from before there
 * was a limit in bytes takes a few commits to shrink.
 */
const MAX_TRIMMED_BYTES_AT_ONCE = 4 * 1024 * 1024;

/** Changes read at a time to find those to trim. */
const LOOKED_AT_ONCE = 100;

/** The size of the change log. */
export interface ChangeAmount {
  count: number;
  /** Of previous contents. */
  bytes: number;
}

/** The sequence number of a change, from its commit and its index there. */
export function changeSequence(version: number, place: number): number {
  return version * SEQUENCES_PER_COMMIT + place;
}

function versionOf(sequence: number): number {
  return Math.floor(sequence / SEQUENCES_PER_COMMIT);
}

/** The first commit after a version that changed a document. The contents of its changes are read lazily. */
export function readCommitAfter(database: Database, read: ReadDocument, after: number): LoggedCommit | undefined {
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
    const document = once(() => readDocumentAt(database, read, path, version));
    return {
      path,
      collection,
      fields: (names: readonly string[]) => ({
        before: readFieldsBefore(database, Number(sequence), names),
        after: readFieldsAt(database, path, version, names),
      }),
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

/** The documents of a collection that changed after a version, without duplicates, at most `atMost`. */
export function readChangedAfter(
  database: Database,
  after: number,
  collection: string,
  atMost: number,
): DocumentPath[] {
  // The unary plus prevents SQLite from using the index by path, which would read the collection's whole history.
  const rows = database.all(
    'SELECT DISTINCT id FROM changes WHERE sequence >= ? AND +collection = ? LIMIT ?',
    changeSequence(after + 1, 0),
    collection,
    atMost,
  );
  return rows.map(([id]) => documentPath(collection, String(id)));
}

/** The document at a retained version: from its next change, or its current state. */
export function readDocumentAt(
  database: Database,
  read: ReadDocument,
  path: DocumentPath,
  at: number,
): Document | undefined {
  const parsed = parsePath(path);
  if (!parsed) return undefined;
  const next = database.get(
    `SELECT before_version, before_created_at, before_updated_at, json(before) FROM changes
     WHERE collection = ? AND id = ? AND sequence >= ? ORDER BY sequence LIMIT 1`,
    parsed.collection,
    parsed.id,
    changeSequence(at + 1, 0),
  );
  if (!next) return read(path);
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

/** Members of a document before a change; `null` if it did not exist. Does not parse the rest of its contents. */
function readFieldsBefore(database: Database, sequence: number, names: readonly string[]): DocumentData | null {
  const row = database.get(`SELECT ${fieldColumns('before', names)} FROM changes WHERE sequence = ?`, sequence);
  return toFields(row, names);
}

/** Like `readDocumentAt`, for members. */
function readFieldsAt(
  database: Database,
  path: DocumentPath,
  at: number,
  names: readonly string[],
): DocumentData | null {
  const { collection, id } = parsePath(path) ?? { collection: '', id: '' };
  const next = database.get(
    `SELECT ${fieldColumns('before', names)} FROM changes
     WHERE collection = ? AND id = ? AND sequence >= ? ORDER BY sequence LIMIT 1`,
    collection,
    id,
    changeSequence(at + 1, 0),
  );
  if (next) return toFields(next, names);
  const select = `SELECT ${fieldColumns('data', names)} FROM documents WHERE collection = ? AND id = ?`;
  return toFields(database.get(select, collection, id), names);
}

/**
 * Trims old changes, by whole commits and a limited number at a time.
 * @param kept the size of the log after the last commit, of which `added` is that commit's part
 * @returns the last version trimmed and the amount; `undefined` if there was nothing to do.
 */
export function trimChanges(
  database: Database,
  retention: ChangeRetention,
  { version, at, kept, added }: { version: number; at: number; kept: ChangeAmount; added: ChangeAmount },
): { trimmedVersion: number; trimmed: ChangeAmount } | undefined {
  const last = Math.max(
    lastByCount(database, kept.count - retention.rows),
    lastByBytes(database, Math.min(kept.bytes - retention.bytes, added.bytes + MAX_TRIMMED_BYTES_AT_ONCE)),
    lastByAge(database, at - retention.ageMs),
  );
  const trimmedVersion = Math.min(versionOf(last), version - 1);
  const end = changeSequence(trimmedVersion + 1, 0);
  const sum = 'SELECT count(*), coalesce(sum(length(before)), 0) FROM changes WHERE sequence < ?';
  const [count = 0, bytes = 0] = last > 0 ? (database.get(sum, end) ?? []).map(Number) : [];
  if (count === 0) return undefined;
  database.run('DELETE FROM changes WHERE sequence < ?', end);
  return { trimmedVersion, trimmed: { count, bytes } };
}

/** The last of the oldest `excess` changes; 0 for none. */
function lastByCount(database: Database, excess: number): number {
  if (excess <= 0) return 0;
  const offset = Math.min(excess, MAX_TRIMMED_AT_ONCE) - 1;
  return Number(database.get('SELECT sequence FROM changes ORDER BY sequence LIMIT 1 OFFSET ?', offset)?.[0] ?? 0);
}

/** The last of the oldest changes with this many bytes in total; 0 for none. */
function lastByBytes(database: Database, excess: number): number {
  let last = 0;
  let left = excess;
  for (let looked = 0; left > 0 && looked < MAX_TRIMMED_AT_ONCE; looked += LOOKED_AT_ONCE) {
    const rows = database.all(
      'SELECT sequence, coalesce(length(before), 0) FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ?',
      last,
      LOOKED_AT_ONCE,
    );
    if (rows.length === 0) break;
    for (const [sequence, bytes] of rows) {
      if (left <= 0) break;
      last = Number(sequence);
      left -= Number(bytes);
    }
  }
  return last;
}

/** The last change before a time; 0 for none. */
function lastByAge(database: Database, before: number): number {
  const oldest = database.get('SELECT at FROM changes ORDER BY sequence LIMIT 1')?.[0];
  if (oldest === undefined || Number(oldest) >= before) return 0;
  const found = database.get(
    'SELECT max(sequence) FROM (SELECT sequence, at FROM changes ORDER BY sequence LIMIT ?) WHERE at < ?',
    MAX_TRIMMED_AT_ONCE,
    before,
  )?.[0];
  return Number(found ?? 0);
}

function once<T>(read: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: read() };
    return result.value;
  };
}
