import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addOccurrence, createOccurrences, eachOccurrence } from './occurrences.ts';

const MAX_NUMBER = 2 ** 30 - 1;

test('whatever is added comes back in order', () => {
  const numbers = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(MAX_NUMBER), fc.constantFrom(0, MAX_NUMBER)), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(numbers, fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1 }), (some, marks) => {
      const added = some.sort((a, b) => a - b).map((number, at) => [number, marks[at % marks.length] ?? 1]);
      const occurrences = createOccurrences();
      for (const [number = 0, mark = 1] of added) addOccurrence(occurrences, number, mark);
      const read: number[][] = [];
      eachOccurrence(occurrences, (number, mark) => read.push([number, mark]));
      expect(read).toEqual(added);
      expect(occurrences.count).toBe(added.length);
    }),
  );
});

test('thousands of them that are close take less than two bytes each', () => {
  const occurrences = createOccurrences();
  for (let entry = 0; entry < 10_000; entry += 1) addOccurrence(occurrences, 3 * entry, entry % 5 === 0 ? 2 : 1);
  expect(occurrences.bytes.length).toBeLessThan(20_000);
});
