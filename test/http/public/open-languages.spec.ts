import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-site-test.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

const HOME_PATH = '/admin/items/pages/home';

const HOME = {
  ...articleOf('home', {
    es: { title: 'Bienvenida', slug: 'home', paragraphs: ['Hola.'] },
    en: { title: 'Welcome', slug: 'home', paragraphs: ['Hello.'] },
  }),
  type: 'pages',
};

/** What a page's switch of languages leads to. */
async function switchOf({ origin }: RunningSite, path: string): Promise<string[]> {
  const html = await (await fetch(origin + path, { headers: { 'accept-language': 'es' } })).text();
  const [, nav = ''] = /<header(.*?)<\/header>/s.exec(html) ?? [];
  return [...nav.matchAll(/<a[^>]*hrefLang="en-US"[^>]*>/g)].flatMap(
    ([link]) => /href="([^"]+)"/.exec(link)?.[1] ?? [],
  );
}

/** The answer to a visitor at `/` who comes with a browser in a language. */
async function visit({ origin }: RunningSite, languages: string, cookie = '') {
  const headers = { 'accept-language': languages, 'user-agent': VISITOR, cookie };
  const { status, headers: answered } = await fetch(`${origin}/`, { redirect: 'manual', headers });
  return { status, location: answered.get('location') };
}

const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.beforeEach(async ({ site, publish }) => {
  await writeItems(site.dataDir, [HOME]);
  await publish(HOME_PATH, ['es']);
});

test('a language is offered once its home page is published, and before only where the page itself exists in it', async ({
  site,
  publish,
}) => {
  expect(await switchOf(site, '/')).toEqual([]);
  await publish(ARTICLE_PATH, ['es']);
  expect(await switchOf(site, '/articulos/ayuno')).toEqual([]);
  await publish(ARTICLE_PATH, ['en']);
  await expect.poll(() => switchOf(site, '/articulos/ayuno')).toEqual(['/en/articles/fasting']);
  expect(await switchOf(site, '/articulos')).toEqual(['/en/articles']);
  expect(await switchOf(site, '/')).toEqual([]);
  await publish(HOME_PATH, ['en']);
  await expect.poll(() => switchOf(site, '/')).toEqual(['/en']);
});

test('a first visit leads to a language once its home page is published', async ({ site, publish }) => {
  const stays = { status: 200, location: null };
  expect(await visit(site, 'en')).toEqual(stays);
  expect(await visit(site, 'es', 'meki_locale=en')).toEqual(stays);
  await publish(HOME_PATH, ['en']);
  await expect.poll(() => visit(site, 'en')).toEqual({ status: 302, location: '/en' });
  expect(await visit(site, 'es', 'meki_locale=en')).toEqual({ status: 302, location: '/en' });
});
