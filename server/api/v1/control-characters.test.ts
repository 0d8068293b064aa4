import { expect, test } from 'vitest';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { controlProblems, LINES, ONE_LINE } from './control-characters.ts';

const base = { labels: {}, localized: true };
const fields: FieldDefinition[] = [
  { ...base, key: 'line', kind: 'text' },
  { ...base, key: 'lines', kind: 'text', multiline: true },
  { ...base, key: 'body', kind: 'rich-text' },
  {
    ...base,
    key: 'steps',
    kind: 'list',
    of: [
      { ...base, key: 'name', kind: 'text' },
      { ...base, key: 'minutes', kind: 'number' },
    ],
  },
];

test('control characters in fields are told at their place, but for spaces where lines make sense', () => {
  const values = {
    line: 'a\tb',
    lines: 'a\r\n\tb',
    body: { type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: '\u001b[0m' }] }] },
    steps: [{ name: 'a', minutes: 3 }, { name: 'b\u0085' }, 'no record', null],
  };
  expect(controlProblems(fields, values, ['fields'])).toEqual([
    { path: ['fields', 'line'], message: 'has a control character' },
    { path: ['fields', 'steps', 1, 'name'], message: 'has a control character' },
  ]);
  expect(controlProblems(fields, { lines: 'a\u007f', steps: 3 }, [])).toMatchObject([{ path: ['lines'] }]);
});

test('a text of any length is judged', () => {
  const long = 'a\u00f1'.repeat(500_000);
  expect([ONE_LINE.test(long), ONE_LINE.test(`${long}\n`), LINES.test(`${long}\n`)]).toEqual([true, false, true]);
});
