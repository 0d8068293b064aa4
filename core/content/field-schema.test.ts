import { expect, test } from 'vitest';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { fieldsSchema } from './field-schema.ts';

const labels = { es: 'Campo', en: 'Field' };

function typeWith(...fields: FieldDefinition[]) {
  return { fields };
}

test('the schema of a type is built once for all its items', () => {
  const type = typeWith({ key: 'minutes', kind: 'number', localized: false, labels });
  const first = fieldsSchema(type, { item: 'first', localized: false });
  expect(fieldsSchema(type, { item: 'second', localized: false })).toBe(first);
});

test('types have schemas of their own, also with the same key', () => {
  const before = typeWith({ key: 'minutes', kind: 'number', localized: false, maximum: 5, labels });
  const after = typeWith({ key: 'minutes', kind: 'number', localized: false, maximum: 9, labels });
  const judge = (type: typeof before) => fieldsSchema(type, { item: 'a', localized: false }).safeParse({ minutes: 7 });
  expect([judge(before).success, judge(after).success]).toEqual([false, true]);
});

test('a list has at most the entries that its type allows', () => {
  const list = { key: 'steps', kind: 'list', of: 'number', localized: false, labels } as const;
  const judge = (field: FieldDefinition, steps: number[]) =>
    fieldsSchema(typeWith(field), { item: 'a', localized: false }).safeParse({ steps }).success;
  expect([judge({ ...list, most: 2 }, [1, 2]), judge({ ...list, most: 2 }, [1, 2, 3])]).toEqual([true, false]);
  expect(judge(list, [1, 2, 3])).toBe(true);
});

test('shared and localized fields, and those of some items, are accepted where they belong', () => {
  const type = typeWith(
    { key: 'minutes', kind: 'number', localized: false, labels },
    { key: 'motto', kind: 'text', localized: true, labels },
    { key: 'hours', kind: 'text', localized: true, items: ['contact', 'true'], labels },
  );
  const accepts = (item: string, localized: boolean, values: Record<string, unknown>) =>
    fieldsSchema(type, { item, localized }).safeParse(values).success;
  for (let time = 0; time < 2; time++) {
    expect(accepts('news', false, { minutes: 5 })).toBe(true);
    expect(accepts('news', true, { minutes: 5 })).toBe(false);
    expect(accepts('news', true, { motto: 'Slowly' })).toBe(true);
    expect(accepts('news', true, { hours: 'Always' })).toBe(false);
    expect(accepts('contact', true, { hours: 'Always' })).toBe(true);
    expect(accepts('true', true, { motto: 'Slowly', hours: 'Always' })).toBe(true);
  }
});

test.each<[string, FieldDefinition['kind'], unknown[], unknown[]]>([
  ['times of day', 'time', ['00:00', '07:30', '23:59'], ['7 am', '7:00', '24:00', '25:99', '07:00:00', '', 700]],
  ['days of the week', 'weekday', [1, 7], [0, 8, 1.5, '1', Number.NaN]],
  ['days of the calendar', 'date', ['2024-02-29'], ['2024-02-31', '99999-01-01', '2024-1-1', '']],
  ['numbers', 'number', [0, -1.5, 1e300], [Number.NaN, Number.POSITIVE_INFINITY, '5']],
  ['pictures', 'media', ['a'.repeat(32)], ['a/../b', '']],
])('%s are validated by their kind', (_, kind, good, bad) => {
  const type = typeWith({ key: 'own', kind, localized: false, labels } as FieldDefinition);
  const accepts = (own: unknown) => fieldsSchema(type, { item: 'a', localized: false }).safeParse({ own }).success;
  expect(good.filter((value) => !accepts(value))).toEqual([]);
  expect(bad.filter(accepts)).toEqual([]);
});

test('opening hours need days and two times', () => {
  const member = { localized: false, required: true, labels };
  const type = typeWith({
    key: 'hours',
    kind: 'list',
    localized: false,
    labels,
    of: [
      { ...member, key: 'days', kind: 'list', of: 'weekday' },
      { ...member, key: 'opens', kind: 'time' },
      { ...member, key: 'closes', kind: 'time', after: 'opens' },
    ],
  });
  const problemsOf = (...hours: unknown[]) => {
    const parsed = fieldsSchema(type, { item: 'a', localized: false }).safeParse({ hours });
    return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  };
  expect(problemsOf({ days: [1], opens: '07:00', closes: '20:00' })).toEqual([]);
  expect(problemsOf({ days: [1], opens: '7 am', closes: '25:99' })).toHaveLength(2);
  expect(problemsOf({ days: [], opens: '07:00', closes: '20:00' })).toHaveLength(1);
  // They end after they begin, at midnight at the latest, and no two on one day overlap.
  const late = 'hours.0.closes: must be a time after "opens"';
  expect(problemsOf({ days: [1], opens: '07:00', closes: '06:00' })).toEqual([late]);
  expect(problemsOf({ days: [1], opens: '07:00', closes: '07:00' })).toEqual([late]);
  expect(problemsOf({ days: [5], opens: '18:00', closes: '00:00' })).toEqual([]);
  const morning = { days: [1, 2], opens: '07:00', closes: '14:00' };
  expect(problemsOf(morning, { days: [1, 2], opens: '14:00', closes: '20:00' })).toEqual([]);
  expect(problemsOf(morning, { days: [3], opens: '07:00', closes: '14:00' })).toEqual([]);
  expect(problemsOf(morning, { days: [2, 3], opens: '13:59', closes: '00:00' })).toEqual([
    'hours.1.opens: overlaps the times of entry 1 on the same day',
  ]);
});

test('exceptional days have both times or none, and those of one day do not overlap', () => {
  const type = typeWith({
    key: 'days',
    kind: 'list',
    dayHours: true,
    localized: false,
    labels,
    of: [
      { key: 'from', kind: 'date', localized: false, required: true, labels },
      { key: 'to', kind: 'date', after: 'from', localized: false, labels },
      { key: 'opens', kind: 'time', localized: false, labels },
      { key: 'closes', kind: 'time', after: 'opens', localized: false, labels },
    ],
  });
  const problemsOf = (...days: unknown[]) => {
    const parsed = fieldsSchema(type, { item: 'a', localized: false }).safeParse({ days });
    return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  };
  const morning = { from: '2026-12-24', opens: '09:00', closes: '12:00' };
  expect(problemsOf(morning, { from: '2026-12-25' }, { ...morning, opens: '12:00', closes: '14:00' })).toEqual([]);
  expect(problemsOf(morning, { ...morning, from: '2026-12-26', to: '2026-12-31' })).toEqual([]);
  expect(problemsOf(morning, { from: '2026-12-20', to: '2026-12-31', opens: '10:00', closes: '11:00' })).toEqual([
    'days.1.opens: overlaps the times of entry 1 on the same day',
  ]);
  expect(problemsOf({ from: '2026-12-24', opens: '09:00' })).toEqual(['days.0.closes: is needed beside "opens"']);
  expect(problemsOf({ from: '2026-12-24', closes: '09:00' })).toEqual(['days.0.opens: is needed beside "closes"']);
  const noDate = { from: '24/12/2026', opens: '09:00', closes: '12:00' };
  expect(problemsOf(noDate, noDate).filter((problem) => problem.includes('overlaps'))).toEqual([]);
});

test.each([
  ['a day', 'date', '2026-12-24', '2026-12-24', true],
  ['a day before the first', 'date', '2026-12-24', '2026-12-23', false],
  ['a moment', 'moment', '2026-12-24T18:00', '2026-12-24T18:01', true],
  ['the same moment', 'moment', '2026-12-24T18:00', '2026-12-24T18:00', false],
  ['a moment before the first', 'moment', '2026-12-24T18:00', '2026-12-23T23:59', false],
  ['a moment in another zone', 'moment', '2026-12-24T18:00', '2026-12-25T18:00Z', false],
  ['a moment without a time', 'moment', '2026-12-24T18:00', '2026-12-25', false],
  ['a day that is none', 'moment', '2026-12-24T18:00', '2026-12-32T18:00', false],
] as const)('%s is judged as what ends something that began', (_, kind, from, until, fits) => {
  const base = { localized: false, labels: {} };
  const fields: FieldDefinition[] = [
    { ...base, key: 'from', kind },
    { ...base, key: 'until', kind, after: 'from' },
  ];
  expect(fieldsSchema({ fields }, { item: 'a', localized: false }).safeParse({ from, until }).success).toBe(fits);
  expect(fieldsSchema({ fields }, { item: 'a', localized: false }).safeParse({ until: from }).success).toBe(true);
});
