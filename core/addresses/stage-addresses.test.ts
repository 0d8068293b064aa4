import { expect, test } from 'vitest';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { freeSlug } from './stage-addresses.ts';

const place = { language: 'es', type: 'notice', itemId: 'new' };

test('a slug that is proposed is nobody’s, and was nobody’s', async () => {
  const site = createContentSite();
  const propose = (title: string, itemId = 'new') => freeSlug(site.store, { ...place, itemId }, title);
  const rename = (slug: string) =>
    site.editItem('a', (item) => ({ ...item, languages: { es: { ...item.languages.es, ...testLanguage(slug) } } }));
  expect(await propose('El ayuno')).toBe('el-ayuno');
  await site.putItem('a', 'notice', { es: testLanguage('el-ayuno') });
  expect(await propose('El ayuno'), 'of a draft').toBe('el-ayuno');
  await publish(site, 'a', ['es']);
  expect(await propose('El ayuno')).toBe('el-ayuno-2');
  await rename('el-ayuno-2');
  await publish(site, 'a', ['es']);
  expect(await propose('El ayuno')).toBe('el-ayuno-3');
  expect(await propose('El ayuno', 'a')).toBe('el-ayuno');
  await unpublish(site, 'a', ['es']);
  expect(await propose('El ayuno')).toBe('el-ayuno-3');
  expect(await propose('¡!')).toBe('');
});
