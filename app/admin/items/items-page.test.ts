import { expect, test } from 'vitest';
import { purgedItems } from '#core/content/collections.ts';
import { openItemList } from '../../../test/helpers/app/open-item-list.ts';
import { finishedLanguage } from '../../../test/helpers/content/create-item-site.ts';

test('a list is narrowed down by its address, and says how many there are', async () => {
  const list = await openItemList();
  expect((await list.read()).total).toBe(3);
  expect((await list.read('?state=es.published')).rows.map(({ id }) => id)).toEqual(['b']);
  expect((await list.read('?author=ana')).rows.map(({ id }) => id)).toEqual(['a']);
  expect((await list.read('?q=palabra')).rows.map(({ id }) => id)).toEqual(['c', 'a']);
  expect((await list.read('?q=palabra&author=eva')).rows.map(({ id }) => id)).toEqual(['c']);
  expect((await list.read('?work=yes')).rows.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
  expect((await list.read('?place=trash')).empty).toMatch(/^La papelera está vacía/);
});

test('a list without results right after a start says that the search is being filled', async () => {
  const list = await openItemList('editor', 'news', false);
  expect((await list.read('?q=otra')).empty).toMatch(/^La búsqueda todavía se está llenando/);
  expect((await list.read('?tag=chest')).empty).toMatch(/^Nada coincide/);
});

test('a list of which everything is archived says where it is', async () => {
  const list = await openItemList('editor', 'articles');
  await list.putItem('old', 'articles', { es: finishedLanguage('old', { state: 'archived' }) });
  expect((await list.read()).empty).toMatch(/^Lo único de este tipo está en el archivo/);
  expect((await list.read('?state=es.published')).empty).toMatch(/^Nada coincide/);
  expect((await (await openItemList('editor', 'articles')).read()).empty).toMatch(/^Aquí no hay nada/);
});

test('each language of a row says how it stands and leads to its text', async () => {
  const { rows } = await (await openItemList()).read('?state=es.published');
  expect(rows[0]?.languages[0]).toMatchObject({
    code: 'es',
    state: 'published',
    href: '/admin/items/news/b?language=es',
    siteHref: '/noticias/b-es',
  });
});

test('a viewer reads no list and does nothing there', async () => {
  const list = await openItemList('viewer');
  await expect(list.read()).rejects.toMatchObject({ init: { status: 403 } });
  expect(
    await list.send([
      ['intent', 'create'],
      ['title', 'x'],
      ['language', 'es'],
    ]),
  ).toMatchObject({ status: 403 });
});

test('a new item begins with its title and a slug, and leads to where it is written', async () => {
  const list = await openItemList();
  const refused = await list.send([
    ['intent', 'create'],
    ['title', ' '],
    ['language', 'fr'],
  ]);
  expect(refused).toMatchObject({ status: 422, answer: { kind: 'create', errors: { language: 'Elija un idioma.' } } });
  const { status, location } = await list.send([
    ['intent', 'create'],
    ['title', 'Café & té'],
    ['language', 'es'],
  ]);
  expect(status).toBe(303);
  const id = location?.split('/').at(-1) ?? '';
  expect((await list.getItem(id)).data).toMatchObject({
    sourceLanguage: 'es',
    authorId: 'ana',
    languages: { es: { title: 'Café & té', slug: 'cafe-y-te', state: 'draft' } },
  });
  const publish = () =>
    list.send([
      ['intent', 'publish'],
      ['item', id],
      ['warnings', 'accept'],
    ]);
  await publish();
  await list.editItem(id, (item) => ({ ...item, languages: { es: finishedLanguage('cafe') } }));
  await publish();
  const another = await list.send([
    ['intent', 'create'],
    ['title', 'Café & té'],
    ['language', 'es'],
  ]);
  const { data } = await list.getItem(another.location?.split('/').at(-1) ?? '');
  expect(data.languages.es?.slug, 'no former address').toBe('cafe-y-te-2');
});

test('the filter offers everybody who wrote something here, by the name that is known, oneself first', async () => {
  const list = await openItemList();
  const put = (id: string, authorId: string, authorName: string, createdAt: number) =>
    list.putItem(id, 'news', { es: finishedLanguage(id) }, { authorId, authorName, createdAt, editedAt: 1 });
  // More than one page, all edited later than the two items.
  for (let number = 0; number < 30; number++) {
    await list.putItem(`n${number}`, 'news', { es: finishedLanguage(`n${number}`) }, { editedAt: 100 });
  }
  await put('x', 'zoe', 'Zoe', 1);
  await put('y', 'gone', 'Álex', 1);
  await put('z', 'gone', 'Álex Ruiz', 2);
  await list.putItem('w', 'articles', { es: finishedLanguage('w') }, { authorId: 'otto', authorName: 'Otto' });
  expect((await list.read()).authors).toEqual([
    { id: 'ana', name: 'ANA (usted)' },
    { id: 'gone', name: 'Álex Ruiz' },
    { id: 'eva', name: 'eva' },
    { id: 'zoe', name: 'Zoe' },
  ]);
  expect((await list.read('?author=gone')).rows.map(({ id }) => id).toSorted()).toEqual(['y', 'z']);
  expect((await list.read('?author=nobody')).authors.at(-1)).toEqual({ id: 'nobody', name: 'nobody' });
  expect((await list.read('?place=trash')).authors).toEqual([{ id: 'ana', name: 'ANA (usted)' }]);
});

test('the pages of every site are begun from the list, each once', async () => {
  const list = await openItemList('editor', 'pages');
  const missing = async () => (await list.read()).missingPages.map(({ id }) => id);
  const begin = (page: string) =>
    list.send([
      ['intent', 'createPage'],
      ['page', page],
    ]);
  expect(await missing()).toEqual(['home', 'faq', 'about', 'contact', 'privacy-policy']);
  for (let times = 0; times < 2; times++) {
    expect(await begin('home')).toEqual({ status: 303, location: '/admin/items/pages/home' });
  }
  await list.store.commit([{ kind: 'set', path: purgedItems.at('privacy-policy').path, data: { at: 1 } }]);
  expect(await missing()).toEqual(['faq', 'about', 'contact', 'privacy-policy']);
  await begin('privacy-policy');
  expect((await list.getItem('home')).data.languages).toMatchObject({ es: { title: 'Meki Imagen', slug: 'home' } });
  expect((await list.getItem('privacy-policy')).data.languages).toMatchObject({
    es: { title: 'Aviso de privacidad', slug: 'privacy-policy', state: 'draft' },
  });
  expect(await missing()).toEqual(['faq', 'about', 'contact']);
  expect((await list.read('?place=trash')).missingPages).toEqual([]);
  expect(await begin('prices')).toMatchObject({ status: 400 });
  const translator = await openItemList('translator', 'pages');
  const refused = await translator.send([['intent', 'createPage']]);
  expect(refused).toMatchObject({ status: 403 });
  expect((await translator.read()).missingPages).toEqual([]);
  expect((await (await openItemList('editor', 'news')).read()).missingPages).toEqual([]);
});
