import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

const household = { v4: 32, v6: 64 } as const;

test.each([
  ['203.0.113.77', '203.0.113.77/32'],
  ['::ffff:203.0.113.77', '203.0.113.77/32'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
])('%s belongs to the household %s', (address, network) => {
  expect(networkOf(address, household)).toBe(network);
});

test.each(['', 'localhost', '300.1.1.1', '203.0.113.77:80'])('%j belongs to none', (text) => {
  expect(networkOf(text, household)).toBeUndefined();
});
