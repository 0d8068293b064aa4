import type { IndexField } from '#core/documents/collection.ts';
import type { Order } from '#core/documents/document-store.ts';
import { type FieldSql, fieldOf, quoted } from './field-sql.ts';

/** What a query reads from: the documents of a collection, through an index or through none. */
export interface IndexSource {
  /** The SQL after FROM, and the condition that narrows it to the collection, if it needs one. */
  from: string;
  condition: string | undefined;
  /** The columns of a document's key and id. */
  key: string;
  id: string;
  field(path: string): FieldSql;
  /** The array element that each row stands for, if the rows stand for elements. */
  element: FieldSql | undefined;
}

/** The name of an index or of an array index's table: all that defines it, so that the same name is the same index. */
export function indexName(collection: string, index: readonly IndexField[]): string {
  return `${INDEX_PREFIX}${FORM} ${collection}: ${index.map(describe).join(', ')}`;
}

/** Stands before the name of whatever is made from a declaration. */
export const INDEX_PREFIX = 'meki index ';

/** The form of what is made. A change of it takes a new number, so that old ones are made anew. */
const FORM = 1;

/** Whether an index has an array field, and thus a table of its own. */
export function isArrayIndex(index: readonly IndexField[]): boolean {
  return index.some((field) => 'array' in field);
}

/** The direction in which an index ends in the id. */
export function indexIdDirection(index: readonly IndexField[]): Order['direction'] {
  const last = index.at(-1);
  return last && 'direction' in last ? last.direction : 'asc';
}

/** The names of an array index's columns, by the field's place in the index. */
export function arrayColumns(place: number): FieldSql {
  return { rank: `rank${place}`, value: `value${place}` };
}

/** The documents of a collection, through one of its indexes. */
export function sourceOfIndex(collection: string, index: readonly IndexField[]): IndexSource {
  const name = quoted(indexName(collection, index));
  if (!isArrayIndex(index)) return { ...sourceOfCollection(collection), from: `documents INDEXED BY ${name}` };
  return {
    from: name,
    condition: undefined,
    key: 'document',
    id: 'id',
    field(path) {
      const place = index.findIndex((field) => field.field === path && !('array' in field));
      if (place >= 0) return arrayColumns(place);
      const { rank, value } = fieldOf(path);
      const ofDocument = (column: string) => `(SELECT ${column} FROM documents WHERE documents.key = document)`;
      return { rank: ofDocument(rank), value: ofDocument(value) };
    },
    element: arrayColumns(index.findIndex((field) => 'array' in field)),
  };
}

/** The documents of a collection, through whatever SQLite finds. The name is checked, so it needs no quoting. */
export function sourceOfCollection(collection: string): IndexSource {
  return {
    from: 'documents',
    condition: `collection = '${collection}'`,
    key: 'key',
    id: 'id',
    field: (path) => fieldOf(path),
    element: undefined,
  };
}

function describe(field: IndexField): string {
  return `${field.field} ${'array' in field ? 'array' : field.direction}`;
}
