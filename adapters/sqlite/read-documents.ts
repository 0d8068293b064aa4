import { documentPath, parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentData, DocumentPath } from '#core/documents/document-store.ts';
import type { Database, Row } from './database/database.ts';

const COLUMNS = 'collection, documents.id, version, created_at, updated_at, json(data)';

/** Documents per statement: saves calls; more would only need more memory. */
const KEYS_AT_ONCE = 50;
const BY_KEY = `SELECT ${COLUMNS}, documents.key FROM json_each(?) AS wanted CROSS JOIN documents ON documents.key = wanted.value`;
const KEY_COLUMN = 6;

/** The document at a path. */
export function readDocument(database: Database, path: DocumentPath): Document | undefined {
  const parsed = parsePath(path);
  if (!parsed) return undefined;
  const { collection, id } = parsed;
  const row = database.get(`SELECT ${COLUMNS} FROM documents WHERE collection = ? AND id = ?`, collection, id);
  return row && toDocument(row);
}

/** The documents with these keys, which must exist, in the same order. */
export function readDocumentsByKey(database: Database, keys: readonly number[]): Document[] {
  const documents: Document[] = [];
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    const rows = new Map(database.all(BY_KEY, JSON.stringify(some)).map((row) => [row[KEY_COLUMN], row]));
    for (const key of some) {
      const row = rows.get(key);
      if (row) documents.push(toDocument(row));
    }
  }
  return documents;
}

/** Parses a column of JSON text. */
export function toData(json: unknown): DocumentData {
  return JSON.parse(String(json)) as DocumentData;
}

function toDocument([collection, id, version, createdAt, updatedAt, json]: Row): Document {
  return {
    path: documentPath(String(collection), String(id)),
    data: toData(json),
    version: Number(version),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}
