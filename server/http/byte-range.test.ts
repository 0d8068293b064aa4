import { expect, test } from 'vitest';
import { readByteRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=0-999', { start: 0, end: 9 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['Bytes=3-4', { start: 3, end: 4 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-11', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=5-3', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1.5-2', undefined],
  ['bytes=--1', undefined],
  ['items=0-1', undefined],
  [`bytes=0-${'9'.repeat(400)}`, undefined],
])('the range %j of ten bytes is %j', (header, expected) => {
  expect(readByteRange(header, 10)).toEqual(expected);
});

test('nothing can be satisfied of a resource without bytes', () => {
  expect(['bytes=0-', 'bytes=-1', 'bytes=0-0'].map((header) => readByteRange(header, 0))).toEqual(
    Array(3).fill('unsatisfiable'),
  );
});
