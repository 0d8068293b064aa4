import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNear } from './vocabulary.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ñ', '7'), maxLength: 8 });

test('a word with so many letters changed is near', () => {
  fc.assert(
    fc.property(
      word,
      fc.array(fc.tuple(fc.nat(8), fc.constantFrom('', 'x', 'ax')), { maxLength: 2 }),
      (original, edits) => {
        let changed = original;
        let cost = 0;
        for (const [at, by] of edits) {
          changed = changed.slice(0, at) + by + changed.slice(at + 1);
          cost += Math.max(1, by.length);
        }
        expect(isNear(original, changed, cost)).toBe(true);
      },
    ),
  );
});

test.each([
  ['rodilla', 'rodila', 1, true],
  ['rodilla', 'rodial', 1, false],
  ['casa', 'casita', 1, false],
  ['casa', 'casita', 2, true],
  ['', 'ab', 2, true],
])('whether "%s" and "%s" are within %i changes: %s', (one, other, most, near) => {
  expect(isNear(one, other, most)).toBe(near);
  expect(isNear(other, one, most)).toBe(near);
});
