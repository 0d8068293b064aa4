import type { Collection, IndexField } from '#core/documents/collection.ts';
import type { Order } from '#core/documents/document-store.ts';
import { type IndexSource, indexIdDirection, sourceOfCollection, sourceOfIndex } from './index-source.ts';

/** The properties of a query that determine its index. */
export interface QueryShape {
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
