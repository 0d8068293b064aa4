import { expect, test } from 'vitest';
import type { ComparedContent } from '#core/content/compare-contents.ts';
import site from '#site-config';
import { createPublishingTranslator } from '../publishing/read-publishing-messages.ts';
import { compareSides } from './compare-sides.ts';

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

test('fields, tags and the cover are called as the page calls them, and told once where the languages share them', () => {
  const shared = { fields: { durationMinutes: 20 }, tags: ['thorax'], cover: { media: 'm', alt: 'A chest' } };
  const before = side(['es', content({ slug: 'a' })], ['en', content()]);
  const after = side(['es', content({ slug: 'b', ...shared })], ['en', content(shared)]);
  const told = compareSides(before, after, telling);
  expect(told.shared.map(({ label, difference }) => [label, difference])).toEqual([
    ['Topics', 'added'],
    ['Cover', 'added'],
    ['Duration', 'changed'],
  ]);
  expect(told.shared[1]?.mediaAfter).toEqual(['m']);
  expect(told.languages.map(({ differences }) => differences?.map(({ label }) => label))).toEqual([['Address'], []]);
});

test('what a cover is said to show, and fields of each language, are told of the language', () => {
  const cover = (alt: string) => ({ cover: { media: 'm', alt } });
  const before = side(['es', content({ ...cover('Tórax') })], ['en', content({ ...cover('Chest') })]);
  const after = side(
    ['es', content({ ...cover('Tórax') })],
    ['en', content({ ...cover('A chest'), fields: { durationMinutes: 10, preparation: ['Fasting'] } })],
  );
  const told = compareSides(before, after, telling);
  expect(told.shared).toEqual([]);
  expect(told.languages.map(({ differences }) => differences?.map(({ label }) => label))).toEqual([
    [],
    ['Cover', 'How to prepare'],
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
