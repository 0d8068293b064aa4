import { expect, test } from 'vitest';
import { auditAddress, endOfDay, readAuditQuery, startOfDay, toAuditSearch } from './audit-query.ts';

const read = (search: string) => readAuditQuery(new URLSearchParams(search));
const searchOf = (search: string) => toAuditSearch(read(search), 'America/Mexico_City');

test('an empty form looks for everything', () => {
  expect(searchOf('person=&action=&from=&to=')).toEqual({ ok: true, search: {} });
});

test('person, action and both days narrow the search', () => {
  expect(searchOf('person=ana&action=session.signed-in&from=2026-01-30&to=2026-01-31')).toEqual({
    ok: true,
    search: {
      person: 'ana',
      actions: ['session.signed-in'],
      from: Date.UTC(2026, 0, 30, 6),
      until: Date.UTC(2026, 1, 1, 6),
    },
  });
});

test('one day alone is a search of that day', () => {
  expect(searchOf('from=2026-01-31&to=2026-01-31')).toMatchObject({
    search: { until: Date.UTC(2026, 1, 1, 6), from: Date.UTC(2026, 0, 31, 6) },
  });
});

test('days that are none, or in the wrong order, are told beside their field', () => {
  expect(searchOf('from=2026-02-30&to=x')).toEqual({ ok: false, problems: { from: 'day', to: 'day' } });
  expect(searchOf('from=2026-02-02&to=2026-02-01')).toEqual({ ok: false, problems: { to: 'order' } });
});

test('an action that does not exist is passed over', () => {
  expect(read('action=session.stolen').action).toBe('');
});

test('the address of a search holds what is filled in', () => {
  const query = read('person=ana&action=&from=2026-01-31');
  expect(auditAddress('/en/admin/audit', query, '5.x')).toBe('/en/admin/audit?person=ana&from=2026-01-31&after=5.x');
  expect(auditAddress('/admin/audit', read(''))).toBe('/admin/audit');
});

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
