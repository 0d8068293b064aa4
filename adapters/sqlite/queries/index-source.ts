import type { Collection, IndexField } from '#core/documents/collection.ts';
import type { Order } from '#core/documents/document-store.ts';
import { type FieldSql, fieldOf, quoted } from './field-sql.ts';

/** The source of a query: the documents of a collection, with or without an index. */
export interface IndexSource {
  /** The SQL after FROM, and a condition that restricts it to the collection, if needed. */
  from: string;
  condition: string | undefined;
  /** The columns of the document's key and id. */
  key: string;
  id: string;
  field(path: string): FieldSql;
  /** The array element of each row, if rows are elements. */
  element: FieldSql | undefined;
}

/** The name of an index or of an array index's table: contains its whole definition, so that equal names mean equal indexes. */
export function indexName(collection: string, index: readonly IndexField[]): string {
  return `${INDEX_PREFIX}${FORM} ${collection}: ${index.map(describe).join(', ')}`;
}

/** Prefix of the names of index objects. */
export const INDEX_PREFIX = 'meki index ';

/** Format version. Increase it when the created objects change, so that old ones are recreated. */
const FORM = 2;

/** Whether an index has an array field, and therefore its own table. */
export function isArrayIndex(index: readonly IndexField[]): boolean {
  return index.some((field) => 'array' in field);
}

/** The direction of the id at the end of an index. */
export function indexIdDirection(index: readonly IndexField[]): Order['direction'] {
  const last = index.at(-1);
  return last && 'direction' in last ? last.direction : 'asc';
}

/** The columns of an array index for a field, by its position in the index. */
export function arrayColumns(place: number): FieldSql {
  return { rank: `rank${place}`, value: `value${place}` };
}

/** The documents of a collection, through one of its indexes. */
function sourceOfIndex(collection: string, index: readonly IndexField[]): IndexSource {
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

/** The documents of a collection, with the index that SQLite chooses. The name has been validated, so it needs no quoting. */
function sourceOfCollection(collection: string): IndexSource {
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

/** The properties of a query that determine its index. */
interface QueryShape {
  /** Fields with single values from equality or `in`. */
  pinned: ReadonlySet<string>;
  /** The field of `array-contains`. */
  contains: string | undefined;
  /** The other fields: those of the order, which include those of the ranges. */
  order: readonly Order[];
  idDirection: Order['direction'];
}

/** The source of a query's documents; `indexed` is false if its filters are not all covered by the index. */
export interface ChosenSource extends IndexSource {
  indexed: boolean;
}

/** How well an index matches a query. */
interface Fit {
  index: readonly IndexField[];
  /** How many of its first fields are pinned by the query, and how many following ones match the start of the query's order. */
  pinned: number;
  ordered: number;
}

/**
 * The best source for a query: an index that starts with the pinned fields and continues with the whole order; else the most
 * selective one; else a scan of the collection.
 */
export function chooseSource(collection: Collection, shape: QueryShape): ChosenSource {
  const all = shape.pinned.size + (shape.contains === undefined ? 0 : 1);
  const complete = (fit: Fit) => fit.pinned === all && fit.ordered === shape.order.length;
  const fits = collection.indexes.flatMap((index) => fitOf(index, shape) ?? []);
  const best =
    fits.find((fit) => complete(fit) && givesOrder(fit, shape)) ??
    fits.sort((a, b) => b.pinned - a.pinned || b.ordered - a.ordered)[0];
  if (best && best.pinned + best.ordered > 0) {
    return { ...sourceOfIndex(collection.name, best.index), indexed: complete(best) };
  }
  return { ...sourceOfCollection(collection.name), indexed: all + shape.order.length === 0 };
}

function fitOf(index: readonly IndexField[], { pinned, contains, order }: QueryShape): Fit | undefined {
  const isPinned = (entry: IndexField) => ('array' in entry ? entry.field === contains : pinned.has(entry.field));
  const end = index.findIndex((entry) => !isPinned(entry));
  const count = end < 0 ? index.length : end;
  const rest = index.slice(count);
  // An array index contains a document once per element, unless the element is pinned.
  if (rest.some((entry) => 'array' in entry)) return undefined;
  const stop = rest.findIndex(({ field }, i) => field !== order[i]?.field);
  return { index, pinned: count, ordered: stop < 0 ? rest.length : stop };
}

/** Whether the index has no other fields, and its directions are all equal or all opposite to those of the query. */
function givesOrder({ index, pinned }: Fit, shape: QueryShape): boolean {
  const rest = index.slice(pinned) as readonly Order[];
  const turned = indexIdDirection(index) !== shape.idDirection;
  return (
    rest.length === shape.order.length &&
    rest.every(({ direction }, i) => (direction !== shape.order[i]?.direction) === turned)
  );
}
