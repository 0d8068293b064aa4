import { expect, test } from 'vitest';
import type { Publication } from '../content/publication.ts';
import { contentWithPreview } from './changed-content.ts';
import type { PublishedContent } from './published-content.ts';

const publication = (itemId: string, rest: Partial<Publication> = {}): Publication => ({
  itemId,
  type: 'faqs',
  language: 'es',
  slug: itemId,
  title: `Público ${itemId}`,
  summary: '',
  body: { type: 'doc', content: [] },
  seo: {},
  fields: {},
  tags: [],
  sourceLanguage: 'es',
  firstPublishedAt: 1,
  publishedAt: 1,
  revision: 1,
  ...rest,
});

const published: Partial<PublishedContent> = {
  resolve: async () => ({ kind: 'missing' }),
  all: async () => [publication('one', { fields: { order: 1 } }), publication('two', { fields: { order: 2 } })],
  cards: async () => [],
  alternates: async () => ({ en: 'one-in-english' }),
};

const draft = publication('one', { title: 'Borrador', slug: 'nuevo', fields: { order: 3 } });
const content = contentWithPreview(published as PublishedContent, draft);

test('the draft stands at its address in its language, with the languages that are public already', async () => {
  expect(await content.resolve('es', 'faqs', 'nuevo')).toEqual({
    kind: 'item',
    publication: draft,
    alternates: { es: 'nuevo', en: 'one-in-english' },
  });
  expect(await content.resolve('en', 'faqs', 'nuevo')).toEqual({ kind: 'missing' });
  expect(await content.resolve('es', 'studies', 'nuevo')).toEqual({ kind: 'missing' });
});

test('it takes the place of what is public among the questions, in the order that it asks for', async () => {
  expect((await content.all('es', 'faqs')).map(({ title }) => title)).toEqual(['Público two', 'Borrador']);
  expect((await content.all('en', 'faqs')).map(({ title }) => title)).toEqual(['Público one', 'Público two']);
});

test('without an order, it stands after all that have one, as on the page', async () => {
  const first = contentWithPreview(published as PublishedContent, publication('new', { title: 'Sin orden' }));
  const titles = (await first.all('es', 'faqs')).map(({ title }) => title);
  expect(titles).toEqual(['Público one', 'Público two', 'Sin orden']);
});

test('links to it lead to where it would stand', async () => {
  const cards = await content.cards('es', ['zero', 'one']);
  expect(cards.map(({ itemId, slug }) => [itemId, slug])).toEqual([['one', 'nuevo']]);
});
