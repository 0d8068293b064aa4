import { documentPath, parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentData, DocumentPath } from '#core/documents/document-store.ts';
import type { Database, Row } from './database/database.ts';
import { fieldColumns, toFields } from './read-fields.ts';

const ABOUT = 'collection, documents.id, version, created_at, updated_at';
const COLUMNS = `${ABOUT}, json(data)`;
const DATA = 5;

/** Documents per statement: saves calls; more would only need more memory. */
const KEYS_AT_ONCE = 50;
const BY_KEY = 'FROM json_each(?) AS wanted CROSS JOIN documents ON documents.key = wanted.value';

/** The document at a path. */
export function readDocument(database: Database, path: DocumentPath): Document | undefined {
  const parsed = parsePath(path);
  if (!parsed) return undefined;
  const { collection, id } = parsed;
  const row = database.get(`SELECT ${COLUMNS} FROM documents WHERE collection = ? AND id = ?`, collection, id);
  return row && toDocument(row, toData(row[DATA]));
}

/** The documents with these keys, which must exist, in the same order. @param members which of their members; default: all */
export function readDocumentsByKey(
  database: Database,
  keys: readonly number[],
  members?: readonly string[],
): Document[] {
  const select = `SELECT documents.key, ${members ? `${ABOUT}, ${fieldColumns('data', members)}` : COLUMNS} ${BY_KEY}`;
  const documents: Document[] = [];
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    const rows = new Map(database.all(select, JSON.stringify(some)).map(([key, ...row]) => [key, row]));
    for (const key of some) {
      const row = rows.get(key);
      if (!row) continue;
      const data = members ? toFields(row.slice(DATA), members) : toData(row[DATA]);
      documents.push(toDocument(row, data ?? {}));
    }
  }
  return documents;
}

/** Parses a column of JSON text. */
export function toData(json: unknown): DocumentData {
  return JSON.parse(String(json)) as DocumentData;
}

function toDocument([collection, id, version, createdAt, updatedAt]: Row, data: DocumentData): Document {
  return {
    path: documentPath(String(collection), String(id)),
    data,
    version: Number(version),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}
