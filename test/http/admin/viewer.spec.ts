import { ARTICLE_PATH, expect, test, WORKERS, type Worker } from '../../helpers/items/item-site-test.ts';
import { readPage } from '../../helpers/requests/send-form.ts';

test('a viewer gets pages to read instead of drafts, and each role what it may', async ({
  site,
  cookieOf,
  publish,
}) => {
  const open = async (who: Worker, path: string) => {
    const { status, body } = await readPage(site.origin, path, { headers: { cookie: await cookieOf(who) } });
    const [main = ''] = /<main[\s>].*<\/main>/s.exec(body) ?? [];
    return { status, main, body };
  };
  const pages = ['', '/publish', '/revisions', '/preview'].map((page) => ARTICLE_PATH + page);
  const says = async (who: Worker, path: string, words: string) => (await open(who, path)).main.includes(words);

  expect(await says('Vera', '/admin', 'Todavía no hay nada publicado.')).toBe(true);
  for (const path of pages) {
    const { status, main, body } = await open('Vera', path);
    expect([path, status, body.includes('El ayuno'), main.includes('Leer la página pública')]).toEqual([
      path,
      403,
      false,
      false,
    ]);
  }

  await publish(ARTICLE_PATH, ['en']);
  for (const path of pages) {
    const { status, main } = await open('Vera', path);
    expect([status, main.includes('href="/en/articles/fasting"')], 'the language that is public').toEqual([403, true]);
  }
  await publish(ARTICLE_PATH);
  expect(await says('Vera', ARTICLE_PATH, 'href="/articulos/ayuno"')).toBe(true);
  expect(await says('Vera', '/admin', 'Para leer')).toBe(true);
  expect(await says('Vera', '/admin', 'href="/articulos"')).toBe(true);
  expect(await says('Vera', '/admin', 'sin publicar'), 'no states of drafts').toBe(false);

  for (const who of Object.keys(WORKERS) as Worker[]) {
    const isViewer = who === 'Vera';
    for (const path of pages)
      expect([who, path, (await open(who, path)).status]).toEqual([who, path, isViewer ? 403 : 200]);
    expect([who, await says(who, '/admin', 'Para leer')]).toEqual([who, isViewer]);
  }
});
