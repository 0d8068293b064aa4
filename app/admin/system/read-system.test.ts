import { expect, test } from 'vitest';
import { formatBytes } from './read-system.ts';

test('a size is written with the decimal sign of the region, as dates on the same page are', () => {
  expect(formatBytes('es', 3_500_000).replace(/\s/, ' ')).toBe('3.5 MB');
});
