import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';

test('work waits while each turn brings a connection, and goes on when one brings none', () => {
  const arrivals = createArrivals(() => 0);
  expect(arrivals.areComing()).toBe(false);
  for (let turn = 0; turn < 3; turn++) {
    arrivals.note();
    expect(arrivals.areComing()).toBe(true);
  }
  expect(arrivals.areComing()).toBe(false);
});

test('a flood of connections does not keep work waiting for ever', () => {
  let time = 0;
  const arrivals = createArrivals(() => time);
  const waits = Array.from({ length: 120 }, () => {
    arrivals.note();
    time += 1;
    return arrivals.areComing();
  });
  expect(waits.filter((isWaiting) => !isWaiting).length).toBe(2);
});
