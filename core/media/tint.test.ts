import { expect, test } from 'vitest';
import { tintOf } from './tint.ts';

test.each([
  ['#000000', 'l1'],
  ['#ffffff', 'l9'],
  ['#808080', 'l6'],
  ['#0c3336', 'l3 c1 h7'],
  ['#c04030', 'l6 c3 h1'],
  ['#ff00ff', 'l7 c3 h11'],
])('%s has the steps %s', (color, tint) => {
  expect(tintOf(color)).toBe(tint);
});
