import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';

test('search pages are not for search engines, and each language finds its own', async ({ request, reader }) => {
  const find = async (path: string) => reader.read(await (await request.get(path)).text());
  const english = await find('/en/search?q=knee');
  expect(english).toMatchObject({ lang: 'en-US', robots: 'noindex', alternates: {} });
  expect(english.links).toContain('/en/studies/knee-mri');
  // The same as where nothing is found: menus lead to studies as well.
  const around = async (path: string, query: string) =>
    (await find(`${path}?q=${query}`)).links.filter((href) => !href.endsWith(`?q=${query}`));
  expect(await around('/search', 'knee')).toEqual(await around('/search', 'zzzz'));
  expect(await around('/en/search', 'rodilla')).toEqual(await around('/en/search', 'zzzz'));
});

test('search finds words whatever their accents and endings, and says so when it finds nothing', async ({
  baseURL,
}) => {
  const plain = createPlainBrowser(baseURL ?? '');
  await plain.open('/search');
  plain.page.field('¿Qué busca?').fill('radiografias torax');
  await plain.press('Buscar');
  expect(plain.address).toBe('/search?q=radiografias+torax');
  expect(plain.page.one('status').text).toContain('para «radiografias torax»');
  expect(plain.page.field('¿Qué busca?').value).toBe('radiografias torax');
  const results = plain.page.all('li').filter((entry) => entry.links().includes('Radiografía de tórax'));
  expect(results).toHaveLength(1);
  expect(results[0]?.all('mark')[0]?.text).toMatch(/radiografía|tórax/i);
  await plain.follow('Radiografía de tórax', results[0]);
  expect(plain.address).toBe('/estudios/radiografia-de-torax');

  await test.step('search says so when it finds nothing', async () => {
    await plain.open('/en/search');
    plain.page.field('What are you looking for?').fill('zzzzqq');
    await plain.press('Search');
    expect(plain.page.one('status').text).toBe('No results for “zzzzqq”');
    expect(plain.page.text).toContain('We found nothing with those words.');
  });
});

test('what a visitor searches for is shown as text, never as markup', async ({ baseURL }) => {
  const words = '<img src=x onerror="document.title=1"><b>torax</b>';
  const plain = createPlainBrowser(baseURL ?? '');
  await plain.open(`/search?q=${encodeURIComponent(words)}`);
  expect(plain.page.field('¿Qué busca?').value).toBe(words);
  expect(plain.page.one('status').text).toContain(words);
  expect(plain.page.all('b')).toEqual([]);
  expect(plain.page.all('img').filter((picture) => picture.attribute('src') === 'x')).toEqual([]);
});
