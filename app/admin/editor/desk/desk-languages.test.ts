import { expect, test } from 'vitest';
import type { EditedLanguage } from '../context/read-editor.ts';
import { choosePair, pairOf, pairWith, withStatus } from './desk-languages.ts';

const draft: EditedLanguage = {
  code: 'es',
  tag: 'es-MX',
  direction: 'ltr',
  name: 'español',
  state: 'draft',
  canEdit: true,
  addressStart: 'example.org/articulos/',
  hasSlugInAddress: true,
};

const published: EditedLanguage = { ...draft, state: 'published', publishedSlug: 'ayuno' };

test('a language that became public, or left the site, stands as was received', () => {
  expect(withStatus(draft, [{ code: 'es', state: 'published', publishedSlug: 'ayuno' }])).toEqual(published);
  expect(withStatus(published, [{ code: 'es', state: 'draft' }])).toEqual(draft);
});

test('a language that stands as before, or that nothing was received of, is the same', () => {
  expect(withStatus(published, [{ code: 'es', state: 'published', publishedSlug: 'ayuno' }])).toBe(published);
  expect(withStatus(draft, [{ code: 'en', state: 'published', publishedSlug: 'fasting' }])).toBe(draft);
});

const languages = ['es', 'en', 'fr'];

test.each([
  [undefined, { source: 'es', translation: 'en' }],
  [
    { source: 'en', translation: 'fr' },
    { source: 'en', translation: 'fr' },
  ],
  [
    { source: 'fr', translation: 'es' },
    { source: 'es', translation: 'fr' },
  ],
  [
    { source: 'de', translation: 'fr' },
    { source: 'es', translation: 'fr' },
  ],
  [
    { source: 'en', translation: 'en' },
    { source: 'es', translation: 'en' },
  ],
  [{ source: 'en' }, { source: 'es', translation: 'en' }],
])('of three languages, %j is shown as %j', (wanted, pair) => {
  expect(pairOf(languages, wanted)).toEqual(pair);
});

test('a site with one language shows it', () => {
  expect(pairOf(['es'])).toEqual({ source: 'es', translation: 'es' });
});

test('columns change places rather than show the same language, and the original stays first', () => {
  const pair = { source: 'en', translation: 'fr' };
  expect(choosePair(languages, pair, 'source', 'fr')).toEqual({ source: 'fr', translation: 'en' });
  expect(choosePair(languages, pair, 'source', 'es')).toEqual({ source: 'es', translation: 'fr' });
  expect(choosePair(languages, pair, 'translation', 'es')).toEqual({ source: 'es', translation: 'en' });
});

test('a language that an address asks for is shown', () => {
  const pair = { source: 'es', translation: 'en' };
  expect(pairWith(languages, pair, 'fr')).toEqual({ source: 'es', translation: 'fr' });
  expect(pairWith(languages, pair, 'es')).toBe(pair);
  expect(pairWith(languages, pair, 'xx')).toBe(pair);
  expect(pairWith(languages, pair, null)).toBe(pair);
});
