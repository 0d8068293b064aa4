import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textChanges as changesOf } from './text-changes.ts';

const textChanges = (from: string, to: string) => changesOf(from, to).toReversed();

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
