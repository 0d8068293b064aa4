import { expect, test } from 'vitest';
import site from '#site-config';
import { countRows, nextSteps, readingRows } from './read-dashboard.ts';

const names = {
  types: new Map([['studies', 'Estudios']]),
  languages: new Map([['es', 'español']]),
};

test('the chart has a bar for each type and language, with the states that there are, published first', () => {
  const all = { published: 3, changed: 0, draft: 1, scheduled: 0, archived: 0, missing: 2 };
  expect(countRows([{ type: 'studies', language: 'es', states: all }], names)).toEqual([
    {
      id: 'studies es',
      type: 'Estudios',
      language: 'español',
      total: 6,
      states: [
        { state: 'published', count: 3 },
        { state: 'draft', count: 1 },
        { state: 'missing', count: 2 },
      ],
    },
  ]);
});

test('a type or language without a name goes by its key', () => {
  const [row] = countRows([{ type: 'news', language: 'en', states: { published: 1 } }], names);
  expect(row).toMatchObject({ type: 'news', language: 'en' });
});

test('what has no items has no bar', () => {
  const none = { published: 0, changed: 0, draft: 0, scheduled: 0, archived: 0, missing: 0 };
  const some = { ...none, published: 1 };
  const counts = [
    { type: 'studies', language: 'es', states: none },
    { type: 'news', language: 'es', states: some },
  ];
  expect(countRows(counts, names).map(({ type }) => type)).toEqual(['news']);
});

test('an owner who is alone is told to fill the site or to look at it, to invite people and to see to the account', () => {
  const alone = { isAlone: true, hasItems: true, hasHome: true };
  expect(nextSteps({ ...alone, hasItems: false, hasHome: false })).toEqual(['content', 'team', 'account']);
  expect(nextSteps({ ...alone, hasHome: false })).toEqual(['home', 'team', 'account']);
  expect(nextSteps(alone)).toEqual(['look', 'team', 'account']);
});

test('whoever has a team is told nothing', () => {
  expect(nextSteps({ isAlone: false, hasItems: true, hasHome: true })).toEqual([]);
});

test('who reads only what is published is led to the public page of each type, also of those without a listing', () => {
  const counts = site.contentTypes.map(({ key }) => ({ type: key, language: 'en', states: { published: 2 } }));
  const hrefs = readingRows(counts, site, 'en').map(({ id, href }) => [id, href]);
  expect(hrefs).toEqual([
    ['studies', '/en/studies'],
    ['articles', '/en/articles'],
    ['news', '/en/news'],
    ['pages', '/en'],
    ['faqs', '/en/faq'],
  ]);
  expect(readingRows(counts, site, 'es'), 'nothing is public in this language').toEqual([]);
});
