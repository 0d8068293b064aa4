import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, readGuardedCell } from './spreadsheet-cell.ts';

const textOf = (cell: string) => cell.slice(1, -1).replaceAll('""', '"');

test.each([
  ['=1+1', "'=1+1"],
  ['+52 55 1234', "'+52 55 1234"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['−1', "'−1"],
  ['﹦1', "'﹦1"],
  ['\t=1', "'\t'=1"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['  =1', "'  =1"],
  ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b\u2060\u00ad=1', "'\u200b\u2060\u00ad=1"],
  ['\u0000=1', "'\u0000=1"],
  ['"=1', `'"=1`],
  ["'=1", "''=1"],
  ["cmd;=1|'/c calc'!A0", "cmd;'=1|'/c calc'!A0"],
  ['a,＝1', "a,'＝1"],
  ['a\t-1', "a\t'-1"],
  ['a\n\u200b@b', "a\n'\u200b@b"],
  ['a;"=1', `a;'"=1`],
])('%j, which a spreadsheet may take for a formula, becomes %j and comes back', (text, guarded) => {
  expect(textOf(csvCell(text))).toBe(guarded);
  expect(readGuardedCell(guarded)).toBe(text);
});

test.each([
  '',
  'Ana',
  "L'Hospitalet",
  'a=b',
  'ana@example.org',
  '3 + 4',
  "'quoted'",
  '1-2',
  'a; b, c',
  '"hola"',
  'x\n\ny',
])('%j stays as it is', (text) => {
  expect(textOf(csvCell(text))).toBe(text);
  expect(readGuardedCell(text)).toBe(text);
});

test('any text comes back, and no cell or part of it begins with a formula', () => {
  const piece = constantFrom(...'=+-@＝＠|%\'",; \t\r\n\u200b\ufeffab');
  assert(
    property(string({ unit: piece, maxLength: 12 }), (text) => {
      const guarded = textOf(csvCell(text));
      expect(readGuardedCell(guarded)).toBe(text);
      for (const part of guarded.split(/[,;\t\r\n]/)) expect(part).not.toMatch(/^["\s\u200b\ufeff]*[=+\-@＝＠|%]/);
    }),
    { numRuns: 2_000 },
  );
});

test('a long cell without a formula is looked at once', () => {
  // Each start of a run of spaces would be followed to its end.
  const text = `${' '.repeat(200_000)}a`.repeat(2);
  expect(textOf(csvCell(text))).toBe(text);
});
