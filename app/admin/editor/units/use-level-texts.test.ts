import { expect, test } from 'vitest';
import { levelParts } from './use-level-texts.ts';

test('the shorter part is followed by space, and later parts count the space before them', () => {
  const parts = [
    { here: 0, there: 0 },
    { here: 100, there: 60 },
    { here: 150, there: 200 },
  ];
  expect(levelParts(parts)).toEqual([
    { here: 0, there: 0, index: 0 },
    { here: 0, there: 40, index: 1 },
    { here: 90, there: 0, index: 2 },
  ]);
});

test('parts that are level already get no space', () => {
  expect(levelParts([{ here: 30, there: 30 }])).toEqual([{ here: 0, there: 0, index: 0 }]);
  expect(levelParts([])).toEqual([]);
});

test('a part that was moved does not lead astray', () => {
  const parts = [
    { here: 0, there: 300 },
    { here: 100, there: 0 },
    { here: 200, there: 120 },
  ];
  expect(levelParts(parts)).toEqual([
    { here: 0, there: 100, index: 1 },
    { here: 20, there: 0, index: 2 },
  ]);
});
