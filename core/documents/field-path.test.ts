import { expect, test } from 'vitest';
import type { DocumentData } from './document-store.ts';
import { getField, isFieldPath, setField } from './field-path.ts';

test('a field path is made of names and dots', () => {
  for (const path of ['a', 'title_2', 'languages.es-MX.slug', 'views.2025']) expect(isFieldPath(path)).toBe(true);
  const refused = ['', '.', 'a.', '.a', 'a..b', '_a', '1a', 'a b', 'a-b', "a'", 'a"', 'é', 'a.__proto__', 'a\n'];
  for (const path of [...refused, 'a'.repeat(501), 1 as never]) expect(isFieldPath(path)).toBe(false);
});

test('a value is read through objects, and only those', () => {
  const data: DocumentData = { a: { b: { c: 1 } }, list: [{ c: 1 }], text: 'abc', nothing: null };
  expect(getField(data, 'a.b.c')).toBe(1);
  expect(getField(data, 'nothing')).toBeNull();
  for (const path of ['a.c', 'list.0', 'list.length', 'text.length', 'nothing.x', 'constructor', 'a.toString']) {
    expect(getField(data, path)).toBeUndefined();
  }
});

test('setting copies what lies along the path and nothing else', () => {
  const data: DocumentData = { a: { b: 1, c: { d: 1 } }, e: { f: 1 } };
  const changed = setField(data, 'a.b', 2);
  expect(changed).toEqual({ a: { b: 2, c: { d: 1 } }, e: { f: 1 } });
  expect(data).toEqual({ a: { b: 1, c: { d: 1 } }, e: { f: 1 } });
  expect(changed.e).toBe(data.e);
});

test('setting makes objects where there are none', () => {
  expect(setField({ a: 'text' }, 'a.b.c', 1)).toEqual({ a: { b: { c: 1 } } });
  expect(setField({ a: [1] }, 'a.0', 1)).toEqual({ a: { 0: 1 } });
  expect(setField({}, 'constructor.name', 1)).toEqual({ constructor: { name: 1 } });
});

test('undefined takes the member away, if it is there', () => {
  expect(Object.keys(setField({ a: 1, b: 2 }, 'a', undefined))).toEqual(['b']);
  expect(setField({ a: { b: 1 } }, 'a.b', undefined)).toEqual({ a: {} });
  expect(setField({ a: 'text' }, 'a.b.c', undefined)).toEqual({ a: 'text' });
});
