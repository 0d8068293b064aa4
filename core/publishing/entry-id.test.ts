import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publishItem, unpublishItem } from './publish-item.ts';

const eva = person('editor', 'eva');
const accept = { acceptWarnings: true };

async function createSite() {
  const site = createItemSite();
  const publish = (languages: string[]) => publishItem(site.dependencies, eva, { id: 'a', languages }, accept);
  const names = async () => {
    const cards = await Promise.all(['es', 'en'].map((language) => site.content.cards(language, ['a'])));
    return cards.flat().map(({ entryId }) => entryId);
  };
  return { ...site, publish, names };
}

test('feeds name an item by a text of its own, which stays whatever becomes of the item', async () => {
  const site = await createSite();
  await site.putItem('a', 'not-found', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
  await site.publish(['es']);
  const [first] = await site.names();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  await site.publish(['en']);
  await site.drafts.changeLanguage('a', 'es', { slug: 'dos', title: 'Otro' }, { id: 'eva', name: 'Eva' });
  await site.publish(['es']);
  expect(await site.names()).toEqual([first, first]);
  await unpublishItem(site.dependencies, eva, { id: 'a', languages: ['es', 'en'] });
  await site.publish(['es', 'en']);
  expect(await site.names()).toEqual([first, first]);
});

test('an item that was public before items had such a text keeps the name that readers know', async () => {
  const site = await createSite();
  const es = finishedLanguage('uno', { firstPublishedAt: 5, revision: 1 });
  await site.putItem('a', 'not-found', { es, en: finishedLanguage('one') });
  await site.publish(['es', 'en']);
  expect(await site.names()).toEqual([undefined, undefined]);
});
