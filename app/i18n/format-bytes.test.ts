import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test('a size is written with the decimal sign of the region, as dates on the same page are', () => {
  const inMexico = (bytes: number) => formatBytes('es-MX', bytes).replace(/\s/, ' ');
  expect([0, 1, 1_499, 3_500_000, 2e12].map(inMexico)).toEqual(['0 kB', '1 kB', '1 kB', '3.5 MB', '2 TB']);
});
