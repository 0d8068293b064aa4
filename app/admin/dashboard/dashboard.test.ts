import { expect, test } from 'vitest';
import { countTable } from './count-rows.ts';
import { nextSteps } from './next-steps.ts';

const names = {
  types: new Map([['studies', 'Estudios']]),
  languages: new Map([['es', 'español']]),
};

test('the table has a line for each type and language, and the columns that the person may know of', () => {
  const all = { published: 3, changed: 0, draft: 1, scheduled: 0, archived: 0, missing: 2 };
  expect(countTable([{ type: 'studies', language: 'es', states: all }], names)).toEqual({
    states: ['published', 'changed', 'draft', 'scheduled', 'archived', 'missing'],
    rows: [{ id: 'studies es', type: 'Estudios', language: 'español', states: all }],
  });
  expect(countTable([{ type: 'studies', language: 'es', states: { published: 3 } }], names).states).toEqual([
    'published',
  ]);
});

test('a type or language without a name goes by its key', () => {
  const [row] = countTable([{ type: 'news', language: 'en', states: { published: 1 } }], names).rows;
  expect(row).toMatchObject({ type: 'news', language: 'en' });
});

test('a site without items has no lines to show', () => {
  const none = { published: 0, changed: 0, draft: 0, scheduled: 0, archived: 0, missing: 0 };
  expect(countTable([{ type: 'studies', language: 'es', states: none }], names).rows).toEqual([]);
});

test('an owner who is alone is told to fill the site or to look at it, to invite people and to see to the account', () => {
  expect(nextSteps({ isAlone: true, hasItems: false })).toEqual(['content', 'team', 'account']);
  expect(nextSteps({ isAlone: true, hasItems: true })).toEqual(['look', 'team', 'account']);
});

test('whoever has a team is told nothing', () => {
  expect(nextSteps({ isAlone: false, hasItems: true })).toEqual([]);
});
