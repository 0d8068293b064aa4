import { expect, test } from 'vitest';
import { parseNumbers } from './parse-numbers.ts';

test.each<[string, number[] | undefined]>([
  ['1, 2,3', [1, 2, 3]],
  ['1; 2 3', [1, 2, 3]],
  ['1,', [1]],
  ['', []],
  ['1, dos', undefined],
  ['-', undefined],
])('“%s” is read as %j', (text, numbers) => {
  expect(parseNumbers(text)).toEqual(numbers);
});
