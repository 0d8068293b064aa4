import { expect, test } from 'vitest';
import { rememberFailures } from './remember-failures.ts';

test('a failure is remembered for its time', () => {
  let time = 0;
  const failures = rememberFailures<string>(10, 1_000, () => time);
  failures.add('a', 'costly');
  time = 999;
  expect([failures.get('a'), failures.get('b')]).toEqual(['costly', undefined]);
  time = 1_000;
  expect(failures.get('a')).toBeUndefined();
});

test('no more failures are remembered than there may be, the latest of them', () => {
  const failures = rememberFailures<number>(3, 1_000, () => 0);
  for (const id of [1, 2, 3, 1, 4]) failures.add(String(id), id);
  expect(['1', '2', '3', '4'].map(failures.get)).toEqual([1, undefined, 3, 4]);
});
