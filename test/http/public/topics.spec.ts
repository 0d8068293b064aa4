import type { Item } from '#core/content/item.ts';
import { articleOf, readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/plain-item-test.ts';

const topicOf = (id: string, es: string, en: string): Item => ({
  ...articleOf(id, {
    es: { title: es, slug: es.toLowerCase().replaceAll(' ', '-'), summary: `De ${es}.`, paragraphs: [`Sobre ${es}.`] },
    en: { title: en, slug: en.toLowerCase().replaceAll(' ', '-'), summary: `Of ${en}.`, paragraphs: [`About ${en}.`] },
  }),
  type: 'topics',
});

const CHEST = topicOf('chest', 'Pecho', 'The chest');
const BRAIN = topicOf('brain', 'Cabeza', 'The head');

test('a topic has a page in both languages, with its items; its name, address and items follow what is published', async ({
  site,
  publish,
}) => {
  await writeItems(site.dataDir, [{ ...ARTICLE, tags: ['chest'] }, CHEST, BRAIN]);
  await publish(ARTICLE_PATH);
  const answer = async (path: string) => {
    const response = await fetch(site.origin + path, { redirect: 'manual' });
    const to = response.headers.get('location')?.replace(site.origin, '');
    return { status: response.status, to, text: await response.text() };
  };
  const chipOf = async (path: string) =>
    /<section aria-label="(?:Temas|Topics)".*?<a [^>]*?href="([^"]+)"[^>]*>([^<]+)/s.exec((await answer(path)).text);

  // Only in the file, it is what it was: a filter of the listing.
  expect((await chipOf('/articulos/ayuno'))?.slice(1)).toEqual(['/articulos?tag=chest', 'Tórax']);
  for (const path of ['/temas', '/en/topics', '/temas/pecho']) expect((await answer(path)).status, path).toBe(404);
  expect((await answer('/sitemap.xml')).text).not.toContain('temas');

  await publish('/admin/items/topics/chest');
  await expect(async () =>
    expect((await chipOf('/articulos/ayuno'))?.slice(1)).toEqual(['/temas/pecho', 'Pecho']),
  ).toPass();
  expect((await chipOf('/en/articles/fasting'))?.slice(1)).toEqual(['/en/topics/the-chest', 'The chest']);
  for (const path of ['/temas/pecho', '/es/temas/pecho']) {
    const { status, text } = await answer(path);
    expect(status, path).toBe(200);
    expect(text, path).toMatch(/<h1[^>]*>Pecho</);
    expect(text, path).toContain('De Pecho.');
    expect(text, path).toContain('Sobre Pecho.');
    expect(text, path).toContain('href="/articulos/ayuno"');
    expect(text, path).toContain(`hrefLang="en-US" href="${site.origin}/en/topics/the-chest"`);
    expect(text, path).toContain('"@type":"BreadcrumbList"');
  }
  const english = (await answer('/en/topics/the-chest')).text;
  expect(english).toContain('Fasting before the exam');
  expect(english).toContain('1 publication');
  for (const [path, to] of [
    ['/topics/pecho', '/temas/pecho'],
    ['/topics', '/temas'],
  ])
    expect(await answer(path ?? '')).toMatchObject({ status: 301, to });
  expect((await answer('/temas/pecho?page=2')).status).toBe(404);
  expect((await answer('/temas')).text).toContain('De Pecho.');
  expect((await answer('/articulos?tag=chest')).text).toContain('sobre Pecho');
  await expect(async () => expect((await answer('/sitemap.xml')).text).toContain('/en/topics/the-chest')).toPass();
  expect((await answer('/feed.xml')).text).toContain('label="Pecho"');
  expect((await answer('/feed.xml')).text).not.toContain('<title>Pecho');
  expect((await answer('/')).text).not.toContain('De Pecho.');

  const { es, en } = (await readItem(site.dataDir, 'chest')).languages;
  if (!es || !en) throw new Error('The topic has both languages');
  await writeItems(site.dataDir, [
    {
      ...(await readItem(site.dataDir, 'chest')),
      languages: { es: { ...es, title: 'Tórax y pulmones', slug: 'torax', state: 'changed' }, en },
    },
  ]);
  await publish('/admin/items/topics/chest', ['es']);
  expect(await answer('/temas/pecho')).toMatchObject({ status: 301, to: '/temas/torax' });
  await expect(async () =>
    expect((await chipOf('/articulos/ayuno'))?.slice(1)).toEqual(['/temas/torax', 'Tórax y pulmones']),
  ).toPass();
});
