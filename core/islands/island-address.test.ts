import { expect, test } from 'vitest';
import { islandAddress, islandKey } from './island-address.ts';

test('the key of an island is its name and a hash of the name and the props', () => {
  // Published values of 32-bit FNV-1a.
  expect(islandKey('a', '')).toBe('a_e40c292c');
  expect(islandKey('foo', 'bar')).toBe('foo_bf9cf968');
});

test('an address has a key that depends on the props, which it carries as JSON', () => {
  const props = { language: 'es', count: 3 };
  expect(islandAddress('LatestItems', props)).toBe(
    `/__nuxt_island/${islandKey('LatestItems', '{"language":"es","count":3}')}.json?props=%7B%22language%22%3A%22es%22%2C%22count%22%3A3%7D`,
  );
  expect(islandAddress('LatestItems', { language: 'ñ' })).not.toContain('ñ');
});
