import { expect, test } from 'vitest';
import { createAllowance } from './allowance.ts';

function create(options: { maxKeys?: number } = {}) {
  const clock = { time: 1_000_000 };
  const allowance = createAllowance({ count: 4, windowMs: 60_000, now: () => clock.time, ...options });
  const takeAll = (key: string) => Array.from({ length: 5 }, () => allowance.take(key));
  return { clock, takeAll, ...allowance };
}

test('so many may happen at once, and one more each time that one has come back', () => {
  const { clock, take, takeAll } = create();
  expect(takeAll('a')).toEqual([0, 0, 0, 0, 15]);
  clock.time += 14_999;
  expect(take('a')).toBe(1);
  clock.time += 1;
  expect([take('a'), take('a')]).toEqual([0, 15]);
  clock.time += 600_000;
  expect(takeAll('a')).toEqual([0, 0, 0, 0, 15]);
});

test('one key takes nothing from another, and what is given back counts no more', () => {
  const { take, takeAll, giveBack } = create();
  takeAll('a');
  expect(take('b')).toBe(0);
  giveBack('a');
  expect([take('a'), take('a')]).toEqual([0, 15]);
});

test('however many keys come, no more are remembered than the limit, those last used', () => {
  const { take, takeAll } = create({ maxKeys: 2 });
  takeAll('a');
  takeAll('b');
  expect(take('c')).toBe(0);
  expect([take('b'), take('a')]).toEqual([15, 0]);
});

test('a clock that is set back makes nobody wait longer than the window, and it goes on from there', () => {
  const { clock, takeAll, take } = create();
  takeAll('a');
  clock.time -= 900_000;
  expect(take('a')).toBe(15);
  clock.time += 15_000;
  expect([take('a'), take('a')]).toEqual([0, 15]);
  clock.time += 900_000;
  expect(take('a')).toBe(0);
});
