import { expect, test } from 'vitest';
import { readingMinutes } from './reading-time.ts';

test.each([
  ['', 'es', 1],
  ['palabra '.repeat(600), 'es', 3],
  ['word '.repeat(714), 'en', 3],
  ['a 3.5 mSv, co-op don’t '.repeat(50), 'es', 1],
])('reading %# takes whole minutes, at least one', (text, locale, minutes) => {
  expect(readingMinutes(text, locale)).toBe(minutes);
});
