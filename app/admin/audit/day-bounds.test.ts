import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from './day-bounds.ts';

const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

test('a day begins at midnight of the site’s clock and ends where the next begins', () => {
  expect(iso(startOfDay('2026-01-31', 'America/Mexico_City'))).toBe('2026-01-31T06:00:00.000Z');
  expect(iso(endOfDay('2026-01-31', 'America/Mexico_City'))).toBe('2026-02-01T06:00:00.000Z');
  expect(iso(startOfDay('2026-01-31', 'Asia/Kolkata'))).toBe('2026-01-30T18:30:00.000Z');
});

test('a day on which the clocks change has 23 or 25 hours', () => {
  const hours = (day: string) =>
    ((endOfDay(day, 'Europe/Madrid') ?? 0) - (startOfDay(day, 'Europe/Madrid') ?? 0)) / 3_600_000;
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-05-01')]).toEqual([23, 25, 24]);
});

test.each(['', '2026-02-30', '2026-13-01', '31/01/2026', '2026-1-3', 'ayer'])('“%s” is no day', (text) => {
  expect(startOfDay(text, 'America/Mexico_City')).toBeUndefined();
  expect(endOfDay(text, 'America/Mexico_City')).toBeUndefined();
});
