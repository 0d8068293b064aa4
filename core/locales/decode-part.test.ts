import { expect, test } from 'vitest';
import { decodePart } from './localized-path.ts';

test.each([
  ['radiograf%C3%ADa', 'radiografía'],
  ['plain', 'plain'],
  ['100%', '100%'],
  ['%', '%'],
  ['%E0%A4%A', '%E0%A4%A'],
])('%s is read as %s', (part, text) => {
  expect(decodePart(part)).toBe(text);
});
