import { writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/plain-item-test.ts';

/** The page of an item in a browser without script; `test/e2e` has it with script. */

test('the page of an item shows what was saved last, and says what writing needs', async ({ openPlain, site }) => {
  const { es, en } = ARTICLE.languages;
  if (!es || !en) throw new Error('The article has both languages');
  const languages = { es: { ...es, coverAlt: 'Un brazo' }, en };
  await writeItems(site.dataDir, [{ ...ARTICLE, cover: { media: 'a'.repeat(32) }, languages }]);
  const { page } = await openPlain('Ana', ARTICLE_PATH);
  expect(page.text).toContain('Para escribir se necesita JavaScript.');
  for (const [name, words, alt] of [
    ['español', 'Beba agua.', 'Un brazo'],
    ['inglés', 'Drink water.', 'Sin texto alternativo.'],
  ] as const) {
    const language = page.region(name);
    expect(language.one('p', words).text).toBe(words);
    expect(language.one('figure').text, name).toMatch(new RegExp(`^Texto alternativo de la portada ?${alt}`));
  }
});

test('there is a page only of items that there are', async ({ openPlain }) => {
  const plain = await openPlain('Ana', '/admin/items/articles/nothing');
  expect(plain.status).toBe(404);
  for (const path of ['studies/ayuno', 'nothing/ayuno', 'articles/..%2Fx']) {
    await plain.open(`/admin/items/${path}`);
    expect(plain.status, path).toBe(404);
  }
});
