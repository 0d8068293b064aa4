import type { Collection, IndexField } from '#core/documents/collection.ts';
import type { Order } from '#core/documents/document-store.ts';
import { type IndexSource, indexIdDirection, sourceOfCollection, sourceOfIndex } from './index-source.ts';

/** What of a query decides which index serves it. */
export interface QueryShape {
  /** The fields that equality or `in` fixes to single values. */
  pinned: ReadonlySet<string>;
  /** The field of `array-contains`. */
  contains: string | undefined;
  /** The other fields: those of the order, which are also those of the ranges. */
  order: readonly Order[];
  idDirection: Order['direction'];
}

/** Where to read a query's documents from; `indexed` is false if not all of its filters lead there. */
export interface ChosenSource extends IndexSource {
  indexed: boolean;
}

/** How far an index goes along with a query. */
interface Fit {
  index: readonly IndexField[];
  /** How many of its first fields the query pins, and how many after those are the first of the query's order. */
  pinned: number;
  ordered: number;
}

/**
 * The best source for a query: an index that starts with the pinned fields and goes on with all of the order; else the one
 * that narrows down most; else all documents of the collection.
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
  // A document stands in an array index once for each element, unless the element is pinned.
  if (rest.some((entry) => 'array' in entry)) return undefined;
  const stop = rest.findIndex(({ field }, i) => field !== order[i]?.field);
  return { index, pinned: count, ordered: stop < 0 ? rest.length : stop };
}

/** Whether the index holds nothing else, and its directions are all those of the query or all the opposite. */
function givesOrder({ index, pinned }: Fit, shape: QueryShape): boolean {
  const rest = index.slice(pinned) as readonly Order[];
  const turned = indexIdDirection(index) !== shape.idDirection;
  return (
    rest.length === shape.order.length &&
    rest.every(({ direction }, i) => (direction !== shape.order[i]?.direction) === turned)
  );
}
