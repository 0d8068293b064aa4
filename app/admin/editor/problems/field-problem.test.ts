import { expect, test } from 'vitest';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { fieldProblem, textProblem } from './field-problem.ts';

const base = { key: 'x', labels: {}, localized: true };

test.each<[string, Partial<FieldDefinition> & { kind: string }, unknown, unknown]>([
  ['a text that is needed and not there', { kind: 'text', required: true }, '', { key: 'required' }],
  ['a needed text of which nothing is to be seen', { kind: 'text', required: true }, '\u200b', { key: 'required' }],
  ['a text that is too long', { kind: 'text', maxLength: 3 }, 'cuatro', { key: 'tooLong', most: 3, count: 6 }],
  ['two lines where one is wanted', { kind: 'text' }, 'a\nb', { key: 'oneLine' }],
  ['a number below the least', { kind: 'number', minimum: 1 }, 0, { key: 'tooSmall', least: 1 }],
  ['a number above the most', { kind: 'number', maximum: 5 }, 6, { key: 'tooBig', most: 5 }],
  ['a needed number that is not there', { kind: 'number', required: true }, undefined, { key: 'required' }],
  ['a day that does not exist', { kind: 'date' }, '2026-02-31', { key: 'date' }],
  ['what is no time', { kind: 'time' }, '7 am', { key: 'time', value: '7 am' }],
  ['what is no day of the week', { kind: 'weekday' }, 9, { key: 'tooBig', most: 7 }],
  ['a choice that is not offered', { kind: 'choice', choices: [{ value: 'a', labels: {} }] }, 'b', { key: 'choice' }],
  ['an empty entry of a list', { kind: 'list', of: 'text' }, ['a', ''], { key: 'required' }],
  ['a picture that is none', { kind: 'media' }, 'x', { key: 'invalid' }],
  ['nothing where nothing is needed', { kind: 'date' }, undefined, undefined],
  ['a good value', { kind: 'number', minimum: 1 }, 3, undefined],
])('%s', (_, field, value, problem) => {
  expect(fieldProblem({ ...base, ...field } as FieldDefinition, value)).toEqual(problem);
});

test('a title is needed, and may not be too long', () => {
  expect(textProblem(' ', 200, true)).toEqual({ key: 'required' });
  expect(textProblem('abc', 2, false)).toEqual({ key: 'tooLong', most: 2, count: 3 });
  expect(textProblem('abc', 3, true)).toBeUndefined();
});
