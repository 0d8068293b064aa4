import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareScalars, typeRank } from '#core/documents/compare-values.ts';
import type { Scalar } from '#core/documents/document-store.ts';
import { type RangeFilter, scalarMatches } from '#core/documents/match-query.ts';
import { beyond, type Span, spanOf } from './query-scans.ts';

const SCALARS: Scalar[] = [null, false, true, -1, 0, 1, 2, '', 'a', 'b'];
const scalar = fc.constantFrom(...SCALARS);
const range: fc.Arbitrary<RangeFilter> = fc.record({
  field: fc.constant('a'),
  op: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
  value: scalar,
});

function isWithin(span: Span, value: Scalar): boolean {
  if (span.kind === 'types') return typeRank(value) >= span.from && typeRank(value) <= span.to;
  if (typeRank(value) !== span.rank) return false;
  const above = span.lower ? compareScalars(value, span.lower.value) : 1;
  const below = span.upper ? compareScalars(span.upper.value, value) : 1;
  return (
    (above > 0 || (above === 0 && span.lower?.inclusive === true)) &&
    (below > 0 || (below === 0 && span.upper?.inclusive === true))
  );
}

test('a span holds the values that satisfy every range', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 3 }), (ranges) => {
      const span = spanOf(ranges);
      for (const value of SCALARS) {
        expect(span !== undefined && isWithin(span, value)).toBe(ranges.every((each) => scalarMatches(each, value)));
      }
    }),
    { numRuns: 500 },
  );
});

test('beyond a value lie those of the span that come after it, each in one part, nearest part first', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 2 }), scalar, fc.constantFrom('asc', 'desc'), (ranges, at, direction) => {
      const span = spanOf(ranges);
      if (!span) return;
      const inOrder = direction === 'asc' ? SCALARS : SCALARS.toReversed();
      const after = inOrder.slice(inOrder.indexOf(at) + 1).filter((value) => isWithin(span, value));
      const parts = beyond(span, at, direction).map((part) => inOrder.filter((value) => isWithin(part, value)));
      expect(parts.flat()).toEqual(after);
    }),
    { numRuns: 500 },
  );
});
