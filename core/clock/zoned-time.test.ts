import { expect, test } from 'vitest';
import { dayIn, momentIn } from './zoned-time.ts';

test.each([
  ['America/Mexico_City', '2024-05-01', '2024-05-01T06:00:00.000Z'],
  ['Asia/Tokyo', '2024-05-01', '2024-04-30T15:00:00.000Z'],
  ['Europe/Madrid', '2024-03-31', '2024-03-30T23:00:00.000Z'],
  ['Europe/Madrid', '2024-03-31T12:30', '2024-03-31T10:30:00.000Z'],
  ['America/New_York', '2024-11-03T23:59:59', '2024-11-04T04:59:59.000Z'],
  ['Pacific/Kiritimati', '2024-01-01T00:00:00.500', '2023-12-31T10:00:00.500Z'],
  ['Asia/Tokyo', '2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00.000Z'],
  ['Asia/Tokyo', '2024-05-01T10:00:00Z', '2024-05-01T10:00:00.000Z'],
])('in %s, %s is %s', (timeZone, text, moment) => {
  expect(new Date(momentIn(timeZone, text)).toISOString()).toBe(moment);
});

test.each(['America/Mexico_City', 'Asia/Kolkata', 'Europe/London', 'Pacific/Auckland', 'UTC'])(
  'each day of a year in %s is that day',
  (timeZone) => {
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2025, 0, 1); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      expect(dayIn(timeZone, momentIn(timeZone, day))).toBe(day);
    }
  },
);

test('what is no day is no moment', () => {
  expect(momentIn('UTC', '2024-13-01')).toBeNaN();
  expect(momentIn('UTC', 'ayer')).toBeNaN();
});
