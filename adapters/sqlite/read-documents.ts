import type { Collections } from '#core/documents/check-collections.ts';
import { documentPath, parsePath } from '#core/documents/document-path.ts';
import type { Document, DocumentData, DocumentPath, JsonValue } from '#core/documents/document-store.ts';
import { setField } from '#core/documents/field-path.ts';
import { noteFit } from '#core/documents/typed-documents.ts';
import { freeze } from '#core/json/parse-json.ts';
import type { Database, Row } from './database/database.ts';

const ABOUT = 'collection, documents.id, version, created_at, updated_at';
const COLUMNS = `${ABOUT}, json(data)`;
const DATA = 5;

/** Documents per statement: saves calls; more would only need more memory. */
const KEYS_AT_ONCE = 50;
const BY_KEY = 'FROM json_each(?) AS wanted CROSS JOIN documents ON documents.key = wanted.value';

/** Maximum length of the JSON of all documents that are held; each counts as so much more, for its objects. */
const MOST_HELD = 2_000_000;
const LENGTH_OF_EACH = 500;

/** Reads the document at a path. */
export type ReadDocument = (path: DocumentPath) => Document | undefined;

/** A document as a commit has checked and written it. */
export interface WrittenDocument {
  document: Document;
  json: string;
}

interface DocumentReader {
  read: ReadDocument;
  /** Holds what was written in place of the former version of a document that is held. */
  renew(written: WrittenDocument): void;
}

/**
 * Reads documents, and holds those that were read last: one act of publishing reads an item some twenty times. A document is
 * parsed once per version, unless this process wrote it, and frozen, since all who read it share it.
 */
export function createDocumentReader(database: Database, collections: Collections): DocumentReader {
  const held = new Map<DocumentPath, { document: Document; length: number }>();
  let length = 0;

  function release(path: DocumentPath): void {
    length -= held.get(path)?.length ?? 0;
    held.delete(path);
  }

  function hold(document: Document, json: string): void {
    const own = json.length + LENGTH_OF_EACH;
    held.set(document.path, { document, length: own });
    length += own;
    for (const path of held.keys()) {
      if (length <= MOST_HELD) return;
      release(path);
    }
  }

  function read(path: DocumentPath): Document | undefined {
    const parsed = parsePath(path);
    if (!parsed) return undefined;
    const found = database.get(
      'SELECT key, version FROM documents WHERE collection = ? AND id = ?',
      parsed.collection,
      parsed.id,
    );
    const known = held.get(path);
    release(path);
    if (!found) return undefined;
    const [key, version] = found;
    if (known?.document.version === Number(version)) {
      // Last in the order of the map, which is that of use.
      held.set(path, known);
      length += known.length;
      return known.document;
    }
    const row = database.get(`SELECT ${COLUMNS} FROM documents WHERE key = ?`, Number(key));
    if (!row) return undefined;
    const json = String(row[DATA]);
    const document = freeze(toDocument(row, toData(json)));
    hold(document, json);
    return document;
  }

  return {
    read,
    renew({ document, json }) {
      if (!held.has(document.path)) return;
      release(document.path);
      hold(freeze(document), json);
      const collection = collections.get(parsePath(document.path)?.collection ?? '');
      if (collection) noteFit(collection, document);
    },
  };
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

/**
 * The columns of some members of a column of JSON, and of whether it has a value. Names come from declarations of collections, and
 * were checked: they need no quoting but that of members.
 */
export function fieldColumns(column: string, names: readonly string[]): string {
  const path = (name: string) => name.split('.').map((member) => `."${member}"`);
  return [`${column} IS NOT NULL`, ...names.map((name) => `${column} -> '$${path(name).join('')}'`)].join(', ');
}

/** The members that `fieldColumns` gave; `null` without a value. */
export function toFields(row: Row | undefined, names: readonly string[]): DocumentData | null {
  if (!row?.[0]) return null;
  let fields: DocumentData = {};
  for (const [i, name] of names.entries()) {
    const json = row[i + 1];
    if (json !== null) fields = setField(fields, name, JSON.parse(String(json)) as JsonValue);
  }
  return fields;
}
