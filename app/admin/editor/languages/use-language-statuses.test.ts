import { expect, test } from 'vitest';
import type { EditedLanguage } from '../context/read-editor.ts';
import { withStatus } from './use-language-statuses.ts';

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
