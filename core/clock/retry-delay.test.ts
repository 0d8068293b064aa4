import { expect, test } from 'vitest';
import { RETRY, retryDelay } from './retry-delay.ts';

test('waits after failures grow from 1 s by a factor of 2 to 4 h, with a jitter of half', () => {
  const middle = [1, 2, 3, 4].map((failures) => retryDelay(failures, 0.5));
  expect(middle).toEqual([1000, 2000, 4000, 8000]);
  expect([retryDelay(1, 0), retryDelay(1, 0.999999)]).toEqual([500, 1500]);
  expect(retryDelay(1000, 0.999)).toBe(RETRY.max);
  expect(retryDelay(1000, 0)).toBe(RETRY.max / 2);
});
