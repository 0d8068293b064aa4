import { expect, test } from 'vitest';
import { createContentSite, testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { startLanguage } from './item.ts';
import { itemProblems } from './validate-item.ts';

test('a language is started without text, as a translation of the source', async () => {
  const site = createContentSite();
  await site.putItem('a', 'notice', { es: testLanguage('uno') });
  const { data } = await site.getItem('a');
  const started = startLanguage(data, 'en');
  expect(started.languages.en).toMatchObject({ title: '', slug: '', state: 'draft', revision: 0, links: {} });
  expect(started.languages.es).toBe(data.languages.es);
  expect(startLanguage(started, 'en')).toBe(started);
});

test('an unfinished item can be stored, and what of it is finished can be public', async () => {
  const site = createContentSite();
  const unfinished = testLanguage('Not a slug', {
    title: 'x'.repeat(5_000),
    links: { title: { source: 'title', hash: 'h', text: 'Uno' } },
    schedule: { publishAt: 5, publishBy: { id: 'eva', name: 'Eva' } },
  });
  await site.putItem(
    'a',
    'notice',
    { es: testLanguage('uno'), en: unfinished },
    { tags: ['Half a t'], authorId: 'eva', editedAt: 3, editedBy: { id: 'eva', name: 'Eva' } },
  );
  const { data } = await site.getItem('a');
  expect(itemProblems(testConfig, data).map(({ path }) => path.join('.'))).toEqual([
    'tags.0',
    'languages.en.title',
    'languages.en.slug',
  ]);
  expect(itemProblems(testConfig, { ...data, tags: [] }, ['es'])).toEqual([]);
});

test('an item that no document can hold is refused', async () => {
  const site = createContentSite();
  const huge = site.putItem('a', 'notice', { es: testLanguage('uno', { summary: 'á'.repeat(600_000) }) });
  await expect(huge).rejects.toThrow('longer than 1000 kB');
});
