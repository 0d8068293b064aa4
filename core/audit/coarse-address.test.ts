import { expect, test } from 'vitest';
import { coarseAddress } from './account-audit.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['::ffff:cb00:714d', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::1', '2001:db8::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::1', '::/48'],
])('%s becomes %s', (address, network) => {
  expect(coarseAddress(address)).toBe(network);
});

test.each(['', 'localhost', '300.1.1.1', '1.2.3', 'a:b', '[::1]'])('%j is no address', (text) => {
  expect(coarseAddress(text)).toBeUndefined();
});
