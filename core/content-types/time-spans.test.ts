import { expect, test } from 'vitest';
import { readTimeOfDay } from './time-spans.ts';

test.each([
  ['07:00', '07:00'],
  ['9:00', '09:00'],
  [' 23:59:59 ', '23:59'],
  ['00:00:00.000', '00:00'],
  ['24:00', undefined],
  ['25:99', undefined],
  ['7 am', undefined],
  ['7:5', undefined],
  ['', undefined],
])('the time %j is read as %j', (text, time) => {
  expect(readTimeOfDay(text)).toBe(time);
});
