import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '#adapters/contracts/any-text.ts';
import { compareScalars, compareText, equalValues, isScalar, typeRank } from './compare-values.ts';
import type { Scalar } from './document-store.ts';

const wellFormed = anyText();
const scalar: fc.Arbitrary<Scalar> = fc.oneof(fc.constant(null), fc.boolean(), fc.double({ noNaN: true }), wellFormed);

test('texts compare as their UTF-8 bytes do', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  fc.assert(
    fc.property(wellFormed, wellFormed, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)));
    }),
  );
  expect(compareText('\ue000', '😀')).toBeLessThan(0);
  expect(compareText('\uffff', '😀')).toBeLessThan(0);
});

test('null comes first, then booleans, numbers and texts', () => {
  const inOrder: Scalar[] = [null, false, true, -Infinity, -1, 0, 0.5, 2, Infinity, '', '1', 'Z', 'a'];
  for (const [i, a] of inOrder.entries()) {
    for (const [j, b] of inOrder.entries()) expect(Math.sign(compareScalars(a, b))).toBe(Math.sign(i - j));
  }
});

test('the comparison is an order', () => {
  fc.assert(
    fc.property(scalar, scalar, scalar, (a, b, c) => {
      expect(Math.sign(compareScalars(a, b)) + Math.sign(compareScalars(b, a))).toBe(0);
      if (compareScalars(a, b) <= 0 && compareScalars(b, c) <= 0) expect(compareScalars(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

test('arrays, objects and what is missing are no scalars and have no rank', () => {
  for (const value of [undefined, [], {}]) expect([isScalar(value), typeRank(value)]).toEqual([false, undefined]);
  for (const value of [null, false, 0, '']) expect(isScalar(value)).toBe(true);
});

test('values are equal member by member, whatever the order of members', () => {
  expect(equalValues({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  for (const other of [
    { a: 1 },
    { a: 1, c: [{ c: null }] },
    { a: 1, b: [{ c: 0 }] },
    { a: 1, b: { 0: { c: null } } },
    [],
    null,
  ]) {
    expect(equalValues({ a: 1, b: [{ c: null }] }, other)).toBe(false);
  }
  expect(equalValues([1, 2], [1, 2, 3])).toBe(false);
  expect(equalValues(1, '1')).toBe(false);
});
