import { compareScalars, typeRank } from '#core/documents/compare-values.ts';
import type { Filter, Order, Query, Scalar } from '#core/documents/document-store.ts';
import { fullOrder, isRange, type RangeFilter, scalarMatches } from '#core/documents/match-query.ts';

/**
 * One range scan of an index: some fields are fixed to a value, the others vary within a span. Its results are in query order,
 * and its bounds are exact, so that the index finds the first document directly.
 */
export interface Scan {
  pinned: ReadonlyMap<string, Scalar>;
  /** The varying fields, in query order. */
  moving: readonly (Order & { span: Span })[];
  /** Only ids after this one, in the direction of the ids. */
  afterId: string | undefined;
}

/** The fields that the query fixes to one value or, by `in`, to several. */
export function pinnedFields(query: Query): Set<string> {
  return new Set((query.where ?? []).filter(isPinning).map(({ field }) => field));
}

/**
 * The scans of a query: for each combination of its `in` values, a list of consecutive scans in query order. Scans are
 * disjoint. Combinations that cannot match are left out.
 */
export function scansOf(query: Query): Scan[][] {
  return combinations(query).map((pinned) => {
    const moving = fullOrder(query)
      .filter(({ field }) => !pinned.has(field))
      .map((order) => ({ ...order, span: spanOf(rangesOn(query, order.field)) }));
    const whole = moving.flatMap(({ span, ...order }) => (span ? [{ ...order, span }] : []));
    if (whole.length < moving.length) return [];
    const scan: Scan = { pinned, moving: whole, afterId: undefined };
    return query.startAfter ? scansAfter(query, scan, query.startAfter) : [scan];
  });
}

/**
 * Splits a scan into the parts after a cursor, nearest first: same values and a later id; then same values except for a later
 * last field; and so on up to the first field.
 */
function scansAfter(query: Query, scan: Scan, cursor: readonly Scalar[]): Scan[] {
  const scans: Scan[] = [];
  const pinned = new Map(scan.pinned);
  for (const [i, { field, direction }] of fullOrder(query).entries()) {
    const at = cursor[i] ?? null;
    const rest = scan.moving.filter((order) => !pinned.has(order.field));
    const fixed = scan.pinned.get(field);
    if (fixed !== undefined) {
      const side = compareScalars(fixed, at) * (direction === 'asc' ? 1 : -1);
      if (side > 0) scans.unshift({ pinned: new Map(pinned), moving: rest, afterId: undefined });
      if (side !== 0) return scans;
      continue;
    }
    const [first, ...others] = rest;
    if (!first) return scans;
    const spans = beyond(first.span, at, direction);
    scans.unshift(
      ...spans.map((span) => ({
        pinned: new Map(pinned),
        moving: [{ ...first, span }, ...others],
        afterId: undefined,
      })),
    );
    if (!rangesOn(query, field).every((filter) => scalarMatches(filter, at))) return scans;
    pinned.set(field, at);
  }
  return [{ pinned, moving: [], afterId: String(cursor.at(-1)) }, ...scans];
}

/** All combinations of values of the pinned fields. */
function combinations(query: Query): Map<string, Scalar>[] {
  let result = [new Map<string, Scalar>()];
  for (const field of pinnedFields(query)) {
    const values = valuesFor(query, field);
    result = result.flatMap((pinned) => values.map((value) => new Map(pinned).set(field, value)));
  }
  return result;
}

/** The distinct values that all filters on a pinned field allow. */
function valuesFor(query: Query, field: string): Scalar[] {
  const filters = (query.where ?? []).filter((filter) => filter.op !== 'array-contains' && filter.field === field);
  const pinning = filters.find(isPinning);
  const values = pinning?.op === 'in' ? pinning.values : pinning ? [pinning.value] : [];
  return [...new Set(values)].filter((value) =>
    filters.every((filter) => filter.op === 'array-contains' || scalarMatches(filter, value)),
  );
}

function rangesOn(query: Query, field: string) {
  return (query.where ?? []).filter(isRange).filter((filter) => filter.field === field);
}

type PinningFilter = { field: string } & ({ op: '=='; value: Scalar } | { op: 'in'; values: Scalar[] });

function isPinning(filter: Filter): filter is PinningFilter {
  return filter.op === '==' || filter.op === 'in';
}

interface Bound {
  value: Scalar;
  inclusive: boolean;
}

/** The possible values of a field: any scalar of some types, or the values of one type between bounds. */
export type Span =
  | { kind: 'types'; from: number; to: number }
  | { kind: 'values'; rank: number; lower: Bound | undefined; upper: Bound | undefined };

const ALL_TYPES: Span = { kind: 'types', from: typeRank(null), to: typeRank('') };

/** The values that satisfy all ranges; `undefined` if none can, for example with different types. */
export function spanOf(ranges: readonly RangeFilter[]): Span | undefined {
  const [first] = ranges;
  if (!first) return ALL_TYPES;
  const rank = typeRank(first.value);
  if (ranges.some(({ value }) => typeRank(value) !== rank)) return undefined;
  let lower: Bound | undefined;
  let upper: Bound | undefined;
  for (const { op, value } of ranges) {
    const bound = { value, inclusive: op.endsWith('=') };
    if (op.startsWith('>')) lower = tighter(lower, bound, 1);
    else upper = tighter(upper, bound, -1);
  }
  return { kind: 'values', rank, lower, upper };
}

/** The parts of a span after a value in a direction, nearest first. */
export function beyond(span: Span, value: Scalar, direction: Order['direction']): Span[] {
  const rank = typeRank(value);
  const ascending = direction === 'asc';
  const bound = { value, inclusive: false };
  const sameType = (lower?: Bound, upper?: Bound): Span => ({
    kind: 'values',
    rank,
    lower: ascending ? tighter(lower, bound, 1) : lower,
    upper: ascending ? upper : tighter(upper, bound, -1),
  });
  if (span.kind === 'values') {
    if (span.rank === rank) return [sameType(span.lower, span.upper)];
    return span.rank > rank === ascending ? [span] : [];
  }
  const others: Span = ascending ? { ...span, from: rank + 1 } : { ...span, to: rank - 1 };
  return others.from <= others.to ? [sameType(), others] : [sameType()];
}

/** The tighter of two bounds: the greater of lower bounds (side 1), the lesser of upper bounds (side -1). */
function tighter(known: Bound | undefined, bound: Bound, side: 1 | -1): Bound {
  if (!known) return bound;
  const compared = compareScalars(known.value, bound.value) * side;
  if (compared === 0) return known.inclusive ? bound : known;
  return compared > 0 ? known : bound;
}
