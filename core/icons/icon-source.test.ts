import { expect, test } from 'vitest';
import { splitIconNames } from './icon-source.ts';

test('names are split into requests of at most 500 characters', () => {
  const names = Array.from({ length: 200 }, (_, index) => `icon-${index}`);
  const requests = splitIconNames(names);
  expect(requests.flat()).toEqual(names);
  expect(requests.length).toBe(4);
  for (const request of requests) expect(request.join(',').length).toBeLessThanOrEqual(500);
  expect(splitIconNames(['a'.repeat(249), 'b'.repeat(250)])).toHaveLength(1);
  expect(splitIconNames(['a'.repeat(250), 'b'.repeat(250)])).toHaveLength(2);
  expect(splitIconNames([])).toEqual([]);
});
