import { expect, test } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

function create() {
  const clock = { wall: 50 * YEAR, steady: 0 };
  const steps: number[] = [];
  const watch = createClockWatch({
    now: () => clock.wall,
    steady: () => clock.steady,
    onStep: (by) => steps.push(by),
  });
  const pass = (ms: number) => {
    clock.wall += ms;
    clock.steady += ms;
  };
  return { clock, steps, hold: watch.hold, pass };
}

test('time that passes is no step, however much of it', () => {
  const { hold, pass, steps } = create();
  pass(YEAR);
  expect(hold()).toBe(0);
  expect(steps).toEqual([]);
});

test('a clock that is set forward is waited for, once and not for ever', () => {
  const { clock, hold, pass, steps } = create();
  clock.wall += YEAR;
  expect(hold()).toBe(15 * MINUTE);
  pass(10 * MINUTE);
  expect(hold()).toBe(5 * MINUTE);
  pass(5 * MINUTE);
  expect(hold()).toBe(0);
  expect(steps).toEqual([YEAR]);
});

test('the wait ends when the clock is set back', () => {
  const { clock, hold, pass, steps } = create();
  clock.wall += YEAR;
  hold();
  pass(MINUTE);
  clock.wall -= YEAR;
  expect(hold()).toBe(0);
  expect(steps).toEqual([YEAR, -YEAR]);
  clock.wall += YEAR;
  expect(hold()).toBe(15 * MINUTE);
});

test('a clock that is set back holds nothing, nor does a small correction', () => {
  const { clock, hold } = create();
  clock.wall -= YEAR;
  expect(hold()).toBe(0);
  clock.wall += 4 * MINUTE;
  expect(hold()).toBe(0);
});
