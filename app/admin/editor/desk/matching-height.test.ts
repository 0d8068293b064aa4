import { expect, test } from 'vitest';
import { matchingHeight } from './matching-height.ts';

const ends = { here: 1_000, there: 2_000 };
const parts = [
  { here: 600, there: 900 },
  { here: 200, there: 100 },
];

test('a height belongs to the one at which the same part stands, and in between in proportion', () => {
  expect(matchingHeight(200, parts, ends)).toBe(100);
  expect(matchingHeight(600, parts, ends)).toBe(900);
  expect(matchingHeight(400, parts, ends)).toBe(500);
});

test('the texts begin together and end together', () => {
  expect(matchingHeight(0, parts, ends)).toBe(0);
  expect(matchingHeight(100, parts, ends)).toBe(50);
  expect(matchingHeight(800, parts, ends)).toBe(1_450);
  expect(matchingHeight(1_200, parts, ends)).toBe(2_000);
  expect(matchingHeight(500, [], ends)).toBe(1_000);
  expect(matchingHeight(0, [{ here: 0, there: 40 }], ends)).toBe(40);
});

test('a part that was moved does not lead astray', () => {
  expect(matchingHeight(400, [...parts, { here: 400, there: 1_900 }], ends)).toBe(500);
});
