import { expect, test } from 'vitest';
import type { Item, ItemLanguage } from '#core/content/item.ts';
import { articleOf } from '../../../test/helpers/data-folders/write-items.ts';
import { lifeStamp } from './life-stamp.ts';

const item = articleOf('ayuno', { es: { title: 'Ayuno', slug: 'ayuno', paragraphs: ['No coma.'] } });

const withSpanish = (change: Partial<ItemLanguage>): Item => {
  const { es } = item.languages;
  if (!es) throw new Error('The article is in Spanish');
  return { ...item, languages: { es: { ...es, ...change } } };
};

test('what is typed does not change how an item stands', () => {
  expect(lifeStamp(withSpanish({ title: 'Otro', slug: 'otro', summary: 'Otro.' }))).toBe(lifeStamp(item));
  const published = withSpanish({ state: 'published', publishedSlug: 'ayuno', revision: 1 });
  const { es } = published.languages;
  if (!es) throw new Error('The article is in Spanish');
  expect(lifeStamp({ ...published, languages: { es: { ...es, state: 'changed' } } })).toBe(lifeStamp(published));
});

test.each<[string, Item]>([
  ['publishing', withSpanish({ state: 'published', publishedSlug: 'ayuno', revision: 1 })],
  ['archiving', withSpanish({ state: 'archived' })],
  ['scheduling', withSpanish({ state: 'scheduled', schedule: { publishAt: 5 } })],
  ['the trash', { ...item, trashedAt: 1 }],
])('%s does', (_, changed) => {
  expect(lifeStamp(changed)).not.toBe(lifeStamp(item));
});
