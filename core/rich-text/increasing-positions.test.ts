import fc from 'fast-check';
import { expect, test } from 'vitest';
import { increasingPositions } from './increasing-positions.ts';

test('the positions found are those of a rise, and no rise is longer', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30), { maxLength: 8 }), (values) => {
      const rise = increasingPositions(values).map((position) => values[position] ?? 0);
      expect(rise).toEqual(rise.toSorted((a, b) => a - b));
      expect(values.filter((value) => rise.includes(value))).toEqual(rise);
      const longest = Math.max(
        0,
        ...subsequences(values)
          .filter(rises)
          .map(({ length }) => length),
      );
      expect(rise).toHaveLength(longest);
    }),
  );
});

function subsequences(values: number[]): number[][] {
  const all: number[][] = [[]];
  for (const value of values) all.push(...all.map((some) => [...some, value]));
  return all;
}

function rises(values: number[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0));
}
