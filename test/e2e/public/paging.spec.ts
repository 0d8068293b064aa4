import { test as base, expect } from '../../helpers/browser/site-test.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../helpers/has-sample.ts';
import { shareLargeSite } from '../../helpers/servers/large-site.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

const test = base.extend<{ largeSite: RunningSite }>({
  largeSite: [async ({ share }, use) => use(await share(shareLargeSite)), { timeout: 180_000 }],
  baseURL: ({ largeSite }, use) => use(largeSite.origin),
});

test.skip(!HAS_SAMPLE, NO_SAMPLE);

test.describe.configure({ mode: 'serial' });

test('what is imported while the site runs is soon on it', async ({ request }) => {
  await expect.poll(async () => (await request.get('/articulos/entrega-40')).status()).toBe(200);
  await expect.poll(async () => (await request.get('/articulos?page=5')).status()).toBe(200);
  const find = async () => (await (await request.get('/search?q=zafarrancho')).text()).includes('40 resultados');
  await expect.poll(find).toBe(true);
});

test('a listing is read page by page, each item on one page only', async ({ page }) => {
  await page.goto('/articulos?tag=center');
  const pager = page.getByRole('navigation', { name: 'Páginas' });
  const titles: string[] = [];
  for (const number of [1, 2, 3, 4]) {
    await expect(pager.getByRole('link', { name: `Página ${number}` })).toHaveAttribute('aria-current', 'page');
    titles.push(...(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()));
    if (number < 4) await pager.getByRole('link', { name: 'Siguiente' }).click();
  }
  await expect(page).toHaveURL('/articulos?tag=center&page=4');
  await expect(pager.getByRole('link', { name: 'Siguiente' })).toHaveCount(0);
  const installments = titles.filter((title) => title.startsWith('Entrega'));
  expect(installments).toEqual(Array.from({ length: 40 }, (_, index) => `Entrega ${40 - index}`));
  await pager.getByRole('link', { name: 'Anterior' }).click();
  await expect(page).toHaveURL('/articulos?tag=center&page=3');

  await test.step('a page that the other language does not have leads to one that it has', async () => {
    await page.goto('/articulos?page=4');
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/en/articles');
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a listing and search results are read page by page', async ({ page }) => {
    const pager = page.getByRole('navigation', { name: 'Páginas' });
    await page.goto('/articulos?tag=center&page=3');
    await pager.getByRole('link', { name: 'Siguiente' }).click();
    await expect(page).toHaveURL('/articulos?tag=center&page=4');
    await expect(pager.getByRole('link', { name: 'Página 4' })).toHaveAttribute('aria-current', 'page');
    await expect(pager.getByRole('link', { name: 'Siguiente' })).toHaveCount(0);
    await page.goto('/search?q=zafarrancho');
    await pager.getByRole('link', { name: 'Página 4' }).click();
    await expect(page).toHaveURL('/search?q=zafarrancho&page=4');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(10);
  });
});

test('each page of a listing is a page of its own for search engines', async ({ request, reader, baseURL }) => {
  const read = async (path: string) => reader.read(await (await request.get(path)).text());
  const first = await read('/articulos');
  const second = await read('/articulos?page=2');
  expect(second.canonical).toEqual([`${baseURL}/articulos?page=2`]);
  expect(second.title).not.toBe(first.title);
  expect(second.title).toContain('página 2');
  expect((await read('/articulos?page=1')).canonical).toEqual([`${baseURL}/articulos`]);
  expect((await read('/articulos?page=4')).alternates, 'English has no such page').toEqual({});
});
