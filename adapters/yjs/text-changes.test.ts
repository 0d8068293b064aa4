import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textChanges as changesOf } from '#core/shared-text/text-changes.ts';
import { diffWords } from './diff-words.ts';
import { longestRise } from './longest-rise.ts';

const textChanges = (from: string, to: string) => changesOf(from, to, diffWords).toReversed();

function apply(from: string, to: string): string {
  let text = from;
  for (const { index, remove, insert } of textChanges(from, to)) {
    text = text.slice(0, index) + insert + text.slice(index + remove);
  }
  return text;
}

test('changes one text into another, and cuts no character in two', () => {
  const text = fc
    .array(fc.constantFrom('😀', '😁', '👩‍⚕️', 'a', ' ', 'ñ', 'ayuno', '\n'), { maxLength: 20 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (from, to) => {
      expect(apply(from, to)).toBe(to);
      for (const { index, remove, insert } of textChanges(from, to)) {
        expect(insert.isWellFormed() && from.slice(index, index + remove).isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('leaves words that stay where they are', () => {
  expect(textChanges('uno dos tres', 'uno 2 tres')).toEqual([{ index: 4, remove: 3, insert: '2' }]);
  expect(textChanges('uno dos tres cuatro', '1 dos tres 4')).toEqual([
    { index: 13, remove: 6, insert: '4' },
    { index: 0, remove: 3, insert: '1' },
  ]);
  expect(textChanges('😀', '😁')).toEqual([{ index: 0, remove: 2, insert: '😁' }]);
});

test('takes a text as another one when hardly a word stays', () => {
  const words = (prefix: string) => Array.from({ length: 2_000 }, (_, index) => `${prefix}${index}`).join(' ');
  expect(textChanges(words('a'), words('b'))).toHaveLength(1);
});

test('the longest rise is one, and none is longer', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30), { maxLength: 8 }), (values) => {
      const rise = longestRise(values);
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
