import { expect, test } from 'vitest';
import { wordsBetween } from './signs.ts';

test.each([
  ['*', 'Es *muy bajo*', 'muy bajo'],
  ['*', '*a*', 'a'],
  ['**', 'Es **muy bajo**', 'muy bajo'],
  ['_', '_así_', 'así'],
  ['~~', 'ya ~~no~~', 'no'],
])('words between %s are marked in %j', (sign, text, words) => {
  expect(new RegExp(`${wordsBetween(sign)}$`).exec(text)?.[2]).toBe(words);
});

test.each([
  ['*', '2 * 3 *'],
  ['*', '2 * 3 * 4 *'],
  ['*', '2*3*'],
  ['*', '* 3*'],
  ['*', '*3 *'],
  ['**', '2 ** 3 **'],
  ['_', 'un_nombre_'],
  ['~~', '~~ 5 ~~'],
])('signs %s beside spaces or within words are signs in %j', (sign, text) => {
  expect(new RegExp(`${wordsBetween(sign)}$`).test(text)).toBe(false);
});
