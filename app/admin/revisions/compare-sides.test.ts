import { expect, test } from 'vitest';
import type { ComparedContent } from '#core/content/compare-contents.ts';
import site from '#site-config';
import { createPublishingTranslator } from '../managed-item/read-managed-item.ts';
import { compareSides, MAX_SHOWN_DIFFERENCES } from './compare-sides.ts';

const [type] = site.contentTypes;
if (!type) throw new Error('The site has no content types');
const telling = { locale: 'en', type, t: createPublishingTranslator('en') };

const paragraph = (id: string, text: string) => ({
  type: 'paragraph',
  attrs: { id },
  content: [{ type: 'text', text }],
});

const content = (rest: Partial<ComparedContent> = {}): ComparedContent => ({
  title: 'Chest X-ray',
  slug: 'chest-x-ray',
  summary: '',
  seo: {},
  body: { type: 'doc', content: [paragraph('a', 'It takes ten minutes.'), paragraph('b', 'It does not hurt.')] },
  fields: { durationMinutes: 10 },
  tags: [],
  ...rest,
});

const side = (...languages: [string, ComparedContent][]) => ({ name: '', languages: Object.fromEntries(languages) });

test('a changed block tells which words came and which went', () => {
  const after = content({
    body: { type: 'doc', content: [paragraph('a', 'It takes five minutes.'), paragraph('b', 'It does not hurt.')] },
  });
  const {
    languages: [english],
  } = compareSides(side(['en', content()]), side(['en', after]), telling);
  expect(english?.unchanged).toBe(1);
  expect(english?.differences).toMatchObject([{ label: 'Paragraph', difference: 'changed' }]);
  const words = english?.differences?.[0]?.words ?? [];
  expect(words.filter(({ change }) => change === 'removed').map(({ text }) => text.trim())).toEqual(['ten']);
  expect(words.filter(({ change }) => change === 'added').map(({ text }) => text.trim())).toEqual(['five']);
});

test('a changed link and a mark that came are told at their words, of which none changed', () => {
  const answer = (...marks: { type: string; attrs?: { href: string } }[]) =>
    content({
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', attrs: { id: 'a' }, content: [{ type: 'text', text: 'Fasting', marks }] }],
      },
    });
  const link = (href: string) => ({ type: 'link', attrs: { href } });
  const {
    languages: [english],
  } = compareSides(
    side(['en', answer(link('/a'))]),
    side(['en', answer(link('item:ayuno'), { type: 'bold' })]),
    telling,
  );
  expect(english?.differences?.[0]?.words).toEqual([
    {
      text: 'Fasting',
      change: 'same',
      notes: [
        { mark: 'bold', state: 'came' },
        { mark: 'link', state: 'changed', before: '/a', after: 'item:ayuno' },
      ],
    },
  ]);
});

test('fields, byline, tags and the cover are called as the page calls them, and told once where the languages share them', () => {
  const shared = { fields: { durationMinutes: 20 }, author: 'Dr. Ana Robles', tags: ['thorax'], cover: 'm' };
  const before = side(['es', content({ slug: 'a' })], ['en', content()]);
  const after = side(['es', content({ slug: 'b', ...shared })], ['en', content(shared)]);
  const told = compareSides(before, after, telling);
  expect(told.shared.map(({ label, difference }) => [label, difference])).toEqual([
    ['Byline', 'added'],
    ['Topics', 'added'],
    ['Cover', 'added'],
    ['Duration', 'changed'],
  ]);
  expect(told.shared[2]?.mediaAfter).toEqual(['m']);
  expect(told.languages.map(({ differences }) => differences?.map(({ label }) => label))).toEqual([['Address'], []]);
});

test('what a cover is said to show, and fields of each language, are told of the language', () => {
  const cover = (coverAlt: string) => ({ cover: 'm', coverAlt });
  const before = side(['es', content({ ...cover('Tórax') })], ['en', content({ ...cover('Chest') })]);
  const after = side(
    ['es', content({ ...cover('Tórax') })],
    ['en', content({ ...cover('A chest'), fields: { durationMinutes: 10, preparation: ['Fasting'] } })],
  );
  const told = compareSides(before, after, telling);
  expect(told.shared).toEqual([]);
  expect(told.languages.map(({ differences }) => differences?.map(({ label }) => label))).toEqual([
    [],
    ['Alternative text of the cover', 'How to prepare'],
  ]);
});

test('a byline of one language is told in the language, and the shared one once', () => {
  const sides = (author: string, ownAuthor: string) =>
    side(['es', content({ author })], ['en', content({ author, ownAuthor })]);
  const told = compareSides(sides('Dra. Ruiz', 'Dr Ruiz'), sides('Ana Ruiz', 'Dr Ana Ruiz'), telling);
  expect(told.shared.map(({ label }) => label)).toEqual(['Byline']);
  expect(told.languages.map(({ differences }) => differences?.map(({ label }) => label))).toEqual([
    [],
    ['Byline in this language'],
  ]);
});

test('another picture is told once, and what each language says of it in the language', () => {
  const sides = (cover: string, es: string, en: string) =>
    side(['es', content({ cover, coverAlt: es })], ['en', content({ cover, coverAlt: en })]);
  const told = compareSides(sides('m', 'Tórax', 'Chest'), sides('n', 'Rodilla', 'Knee'), telling);
  expect(told.shared).toMatchObject([{ label: 'Cover', words: [], mediaBefore: ['m'], mediaAfter: ['n'] }]);
  const words = told.languages.map(({ differences }) => differences?.[0]?.words.map(({ text }) => text));
  expect(words).toEqual([
    ['Tórax', 'Rodilla'],
    ['Chest', 'Knee'],
  ]);
});

test('a publication of one language is compared in that language alone', () => {
  const draft = side(['es', content({ title: 'Radiografía' })], ['en', content()]);
  expect(compareSides(side(['en', content()]), draft, telling).languages.map(({ code }) => code)).toEqual(['en']);
});

test('languages that only one side has are told as such', () => {
  const told = compareSides(side(['es', content()]), side(['en', content()]), telling);
  expect(told.languages.map(({ code, differences }) => [code, differences])).toEqual([
    ['es', undefined],
    ['en', undefined],
  ]);
});

test('of 10,000 changed blocks the page has the first ones, and tells how many there are besides', () => {
  const text = (word: string) =>
    content({ body: { type: 'doc', content: Array.from({ length: 10_000 }, (_, at) => paragraph(`b${at}`, word)) } });
  const {
    languages: [english],
  } = compareSides(side(['en', text('before')]), side(['en', text('after')]), telling);
  expect(english?.differences).toHaveLength(MAX_SHOWN_DIFFERENCES);
  expect(english?.further).toBe(10_000 - MAX_SHOWN_DIFFERENCES);
});

test('blocks whose words all changed places are told in passages once they have cost too much, and short ones by word', () => {
  const words = (seed: number) => Array.from({ length: 200 }, (_, at) => `w${(at * seed) % 199}`).join(' ');
  const text = (seed: number) =>
    content({
      body: { type: 'doc', content: Array.from({ length: 100 }, (_, at) => paragraph(`b${at}`, words(seed))) },
    });
  const {
    languages: [english],
  } = compareSides(side(['en', text(7)]), side(['en', text(11)]), telling);
  const coarse = english?.differences?.map(({ isCoarse }) => isCoarse) ?? [];
  expect(coarse[0]).toBe(false);
  expect(coarse.at(-1)).toBe(true);
  expect(english?.differences?.at(-1)?.words.map(({ change }) => change)).toEqual(
    expect.arrayContaining(['removed', 'added']),
  );
});
