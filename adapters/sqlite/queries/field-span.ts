import { compareScalars, typeRank } from '#core/documents/compare-values.ts';
import type { Order, Scalar } from '#core/documents/document-store.ts';
import type { RangeFilter } from '#core/documents/query-order.ts';

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
