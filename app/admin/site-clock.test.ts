import { expect, test } from 'vitest';
import { clockTime, existsTwice, momentOfClock, momentOfOccurrence, zoneName } from './site-clock.ts';

const moment = (date: string, time: string, zone: string) => {
  const found = momentOfClock({ date, time }, zone);
  return found.ok ? new Date(found.at).toISOString() : found.reason;
};

test('a date and a time are those of the clocks of the zone', () => {
  expect(moment('2026-01-31', '14:05', 'America/Mexico_City')).toBe('2026-01-31T20:05:00.000Z');
  expect(moment('2026-01-31', '00:00', 'Asia/Kolkata')).toBe('2026-01-30T18:30:00.000Z');
});

test('an hour that clocks skip never comes, and one that comes twice is the first', () => {
  expect(moment('2026-03-29', '02:30', 'Europe/Madrid')).toBe('skipped');
  expect(moment('2026-03-29', '03:00', 'Europe/Madrid')).toBe('2026-03-29T01:00:00.000Z');
  expect(moment('2026-10-25', '02:30', 'Europe/Madrid')).toBe('2026-10-25T00:30:00.000Z');
  expect(moment('2026-10-25', '03:30', 'Europe/Madrid')).toBe('2026-10-25T02:30:00.000Z');
});

test('an hour that comes twice is told from others, and its second time is known', () => {
  const twice = momentOfClock({ date: '2026-10-25', time: '02:30' }, 'Europe/Madrid');
  const second = Date.parse('2026-10-25T01:30:00Z');
  expect(twice).toEqual({ ok: true, at: second - 3_600_000, again: second });
  const chosen = (date: string, occurrence: 'first' | 'second') => {
    const moment = momentOfOccurrence({ date, time: '02:30', occurrence }, 'Europe/Madrid');
    return moment.ok && moment.at;
  };
  expect([chosen('2026-10-25', 'first'), chosen('2026-10-25', 'second')]).toEqual([second - 3_600_000, second]);
  expect(chosen('2026-10-26', 'second')).toBe(chosen('2026-10-26', 'first'));
  const at = [second - 3_600_000, second, second + 3_600_000, second - 2 * 3_600_000];
  expect(at.map((moment) => existsTwice(moment, 'Europe/Madrid'))).toEqual([true, true, false, false]);
  expect(zoneName('es', 'Europe/Madrid', second)).toBe('hora estándar de Europa central');
  expect(zoneName('es', 'Europe/Madrid', second - 3_600_000)).toBe('hora de verano de Europa central');
});

test.each([
  ['2026-02-30', '10:00'],
  ['2026-02-03', '24:00'],
  ['', '10:00'],
  ['2026-02-03', ''],
  ['3/2/2026', '10:00'],
])('“%s” “%s” is no date and time', (date, time) => {
  expect(moment(date, time, 'America/Mexico_City')).toBe('invalid');
});

test('what a clock shows leads back to the moment', () => {
  const at = Date.parse('2026-07-10T23:45:00Z');
  for (const zone of ['America/Mexico_City', 'Europe/Madrid', 'Asia/Kolkata', 'Pacific/Auckland']) {
    expect(momentOfClock(clockTime(at, zone), zone)).toEqual({ ok: true, at });
  }
});

test('a time zone is called what people call it, at the moment that is meant', () => {
  const winter = Date.parse('2026-01-10T12:00:00Z');
  expect(zoneName('es-MX', 'America/Mexico_City', winter)).toBe('hora estándar central');
  expect(zoneName('en-US', 'America/New_York', winter)).toBe('Eastern Standard Time');
  expect(zoneName('en-US', 'America/New_York', Date.parse('2026-07-10T12:00:00Z'))).toBe('Eastern Daylight Time');
});
