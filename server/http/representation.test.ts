import { expect, test } from 'vitest';
import { negotiateEncoding } from './representation.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['GZIP;Q=1', 'gzip'],
  ['gzip;q=0, *', 'br'],
] as const)('a client that sends %o gets %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});
