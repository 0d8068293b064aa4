import { expect, test } from 'vitest';
import { createByteBudget } from './budgets.ts';

test('what is spent beyond the budget is waited for, and an unused budget does not grow', () => {
  const clock = { time: 0 };
  const budget = createByteBudget({ atOnce: 1_000, perSecond: 100 }, () => clock.time);
  clock.time = 60_000;
  expect([budget.spend(400), budget.spend(600), budget.spend(200)]).toEqual([0, 0, 2_000]);
  clock.time += 2_000;
  expect(budget.spend(50)).toBe(500);
  clock.time += 100_000;
  expect([budget.spend(1_000), budget.spend(1)]).toEqual([0, 10]);
});
