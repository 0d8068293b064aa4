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
