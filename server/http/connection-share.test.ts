import { expect, test } from 'vitest';
import { createConnectionShare } from './connection-share.ts';

test('an address has its share of connections, and others have theirs', () => {
  const share = createConnectionShare(2);
  const give = share.take('203.0.113.7');
  expect(share.take('::ffff:203.0.113.7')).toBeDefined();
  expect(share.take('203.0.113.7')).toBeUndefined();
  expect(share.take('203.0.113.8')).toBeDefined();
  give?.();
  expect(share.take('203.0.113.7')).toBeDefined();
  expect(share.take('203.0.113.7')).toBeUndefined();
});

test('the addresses of one IPv6 network count together', () => {
  const share = createConnectionShare(1);
  expect(share.take('2001:db8:1:2::1')).toBeDefined();
  expect(share.take('2001:db8:1:2:ffff::9')).toBeUndefined();
  expect(share.take('2001:db8:1:3::1')).toBeDefined();
});

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', undefined])('%s has no limit', (address) => {
  const share = createConnectionShare(1);
  expect([share.take(address), share.take(address)]).not.toContain(undefined);
});
