import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#adapters/contracts/any-text.ts';
import { opaqueMembers } from './collection.ts';
import { InvalidWrite } from './errors.ts';
import { toStorable, toStorableObject } from './storable-data.ts';

test('what JSON can carry stays as it is in an opaque member', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
      fc.pre(!JSON.stringify(value).includes('__proto__') && JSON.stringify(value).isWellFormed());
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      fc.pre(!/\\ud[89a-f]/.test(JSON.stringify(value)));
      expect(toStorable('x', parsed, { depth: 0, opaque: 'opaque' })).toStrictEqual(parsed);
    }),
  );
});

test('the copy shares nothing with the original, and drops undefined members', () => {
  const original = { list: [{ a: 1 }], gone: undefined };
  const copy = toStorableObject('x', original);
  expect(copy).toStrictEqual({ list: [{ a: 1 }] });
  expect((copy.list as unknown[])[0]).not.toBe(original.list[0]);
});

test('objects without a prototype, or of another realm, are plain objects', () => {
  expect(toStorableObject('x', Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
});

test('an error names the place', () => {
  expect(() => toStorable('items/a', { list: [1, { b: Number.NaN }] })).toThrow('items/a.list[1].b is NaN');
  expect(() => toStorable('items/a', { when: new Date() })).toThrow('items/a.when is not a plain object');
});

test('a document is an object', () => {
  for (const value of [null, 1, 'a', [], new Map(), undefined]) {
    expect(() => toStorableObject('x', value)).toThrow(InvalidWrite);
  }
});

test('what not every engine can store is refused outside of opaque members', () => {
  const opaque = opaqueMembers({ opaque: ['body', 'languages.*.body'] });
  const document = (value: unknown) => () => toStorableObject('x', value, { depth: 0, opaque });
  expect(document({ list: [[1]] })).toThrow('x.list[0] is an array directly in an array');
  expect(document({ a: { __b__: 1 } })).toThrow('x.a has a member with the name "__b__"');
  expect(document({ languages: { es: { body: [[{ __b__: 1 }]] } }, body: [[]] })).not.toThrow();
  expect(document({ languages: { es: { title: [[1]] } } })).toThrow(InvalidWrite);
});
