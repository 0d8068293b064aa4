import { expect, test } from 'vitest';
import { momentIn } from '../clock/zoned-time.ts';
import { comingDays, type ExceptionalDay, openState } from './open-state.ts';

const DAY = [1, 2, 3, 4, 5];
const weekly = [
  { days: DAY, opens: '09:00', closes: '14:00' },
  { days: DAY, opens: '16:00', closes: '20:00' },
  { days: [6], opens: '22:00', closes: '00:00' },
  { days: [7], opens: '00:00', closes: '02:30' },
];
const christmas: ExceptionalDay[] = [
  { from: '2026-12-24', to: '2026-12-24', opens: '09:00', closes: '12:00' },
  { from: '2026-12-25', to: '2026-12-26' },
  { from: '2026-12-28', to: '2026-12-28', opens: '10:00', closes: '11:00' },
  { from: '2026-12-28', to: '2026-12-28', opens: '12:00', closes: '13:00' },
  { from: '2026-12-29', to: '2026-12-29', opens: '10:00', closes: '11:00' },
  { from: '2026-12-29', to: '2026-12-29' },
];

/** What is said at a time that clocks show there: open or closed, until when, and from when on it is different. */
function at(zone: string, time: string, exceptionalDays = christmas, openingHours = weekly) {
  const now = momentIn(zone, time);
  const state = openState({ openingHours, exceptionalDays }, zone, now);
  if (!state) return undefined;
  const { isOpen, change, daysAhead, until } = state;
  const when = change ? `${daysAhead === 0 ? '' : `${change.day} `}${change.time}` : '-';
  return [`${isOpen ? 'open' : 'closed'} ${when}`, new Date(until).toISOString().slice(0, 16)];
}

test.each([
  // 1 December 2026 is a Tuesday; Mexico City is six hours behind UTC all year.
  ['before it opens', '2026-12-01T08:59', 'closed 09:00', '2026-12-01T15:00'],
  ['at the minute at which it opens', '2026-12-01T09:00', 'open 14:00', '2026-12-01T20:00'],
  ['at the minute at which it closes', '2026-12-01T14:00', 'closed 16:00', '2026-12-01T22:00'],
  ['in the evening, until the day changes', '2026-12-01T20:00', 'closed 2026-12-02 09:00', '2026-12-02T06:00'],
  ['at midnight', '2026-12-02T00:00', 'closed 09:00', '2026-12-02T15:00'],
  ['over midnight, as one span', '2026-12-05T23:00', 'open 2026-12-06 02:30', '2026-12-06T06:00'],
  ['after midnight', '2026-12-06T01:00', 'open 02:30', '2026-12-06T08:30'],
  ['on a day with other times', '2026-12-24T11:59', 'open 12:00', '2026-12-24T18:00'],
  ['after it, before days that are closed', '2026-12-24T12:00', 'closed 2026-12-27 00:00', '2026-12-25T06:00'],
  ['on a day that is closed', '2026-12-25T10:00', 'closed 2026-12-27 00:00', '2026-12-26T06:00'],
  ['between two spans of such a day', '2026-12-28T11:30', 'closed 12:00', '2026-12-28T18:00'],
  ['where one entry says closed and one does not', '2026-12-29T10:30', 'closed 2026-12-30 09:00', '2026-12-30T06:00'],
])('says %s', (_, time, said, until) => {
  expect(at('America/Mexico_City', time)).toEqual([said, until]);
});

test.each([
  // Clocks in Madrid are set forward at 02:00 on 29 March 2026, a Sunday, and back at 03:00 on 25 October 2026.
  ['opens at the same time on the day after they were set forward', '2026-03-29T20:00', 'closed 2026-03-30 09:00'],
  ['closes at what they skip as they do', '2026-03-29T01:00', 'open 03:30'],
  ['opens at the same time on the day after they were set back', '2026-10-25T20:00', 'closed 2026-10-26 09:00'],
])('%s', (_, time, said) => {
  expect(at('Europe/Madrid', time)?.[0]).toBe(said);
});

test('the day after clocks are set lasts as long as it does', () => {
  expect(at('Europe/Madrid', '2026-03-29T20:00')?.[1]).toBe('2026-03-29T22:00');
  expect(at('Europe/Madrid', '2026-10-25T20:00')?.[1]).toBe('2026-10-25T23:00');
});

test('who is always open says no time, and who has no hours says nothing', () => {
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], opens: '00:00', closes: '00:00' }];
  expect(at('UTC', '2026-12-01T12:00', [], always)).toEqual(['open -', '2026-12-02T00:00']);
  expect(at('UTC', '2026-12-01T12:00', christmas, [])).toBeUndefined();
});

test('who is closed for longer than two weeks says no day', () => {
  const away = [{ from: '2026-12-01', to: '2027-01-31' }];
  expect(at('UTC', '2026-12-01T12:00', away)).toEqual(['closed -', '2026-12-02T00:00']);
});

test('past exceptional days are not shown, and the others in their order until the first of them is past', () => {
  const { days, until } = comingDays(christmas.toReversed(), 'America/Mexico_City', Date.UTC(2026, 11, 26, 12));
  expect(days.map(({ from }) => from.slice(8))).toEqual(['25', '28', '28', '29', '29']);
  expect(new Date(until).toISOString()).toBe('2026-12-27T06:00:00.000Z');
  expect(comingDays([], 'UTC', 0)).toEqual({ days: [], until: Number.POSITIVE_INFINITY });
});
