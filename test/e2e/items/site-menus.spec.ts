import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { createKeyboard } from '../../helpers/browser/keyboard.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const MENUS = '/admin/items/site-navigation/site-navigation';

const saved = (page: Page) => expect(page.getByText('Guardado', { exact: true })).toBeVisible();
const entryOf = (page: Page, number: number) =>
  page.getByRole('group', { name: `Encabezado ${number}`, exact: true }).first();
const chooserOf = (entry: Locator) => entry.getByRole('button', { name: 'Elegir adónde lleva' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Lleva a' });
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('a menu is built, published and used by keyboard alone', async ({ openAs, publish, site }) => {
  await publish(ARTICLE_PATH, ['en']);
  const page = await openAs('Ana', '/admin/site');
  const keyboard = createKeyboard(page);
  const choose = async (number: number, words: string, option: string) => {
    await keyboard.use(page.getByRole('button', { name: 'Agregar a Encabezado' }));
    await expect(chooserOf(entryOf(page, number))).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type(words);
    await expect(dialogOf(page).getByRole('option', { name: option }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toBeHidden();
    await expect(chooserOf(entryOf(page, number))).toBeFocused();
  };

  await test.step('entries lead to a list, an item and outside', async () => {
    await keyboard.use(page.getByRole('button', { name: 'Menús' }));
    await choose(1, 'artíc', 'Artículos');
    await choose(2, 'el ayuno', 'El ayuno antes del estudio');
    await expect(entryOf(page, 2).getByText('No está publicado en español: ahí los lectores no lo ven.')).toBeVisible();
    await keyboard.use(entryOf(page, 2).getByLabel('Va debajo de la entrada anterior'), 'Space');
    await choose(3, 'https://example.org/rayos', 'Enlazar a https://example.org/rayos');
    await expectNoViolations(page);
  });

  await test.step('what would run code is refused where it is written', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('javascript:alert(1)');
    await expect(dialogOf(page).getByText('No puede llevar ahí.')).toBeVisible();
    await expect(dialogOf(page).getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(entryOf(page, 3).getByText('https://example.org/rayos')).toBeVisible();
  });

  await test.step('the last one moves to the top, and has a name of its own', async () => {
    await keyboard.tabTo(page.getByRole('button', { name: 'Agregar a Encabezado' }));
    for (const place of [3, 2]) {
      const handle = page.getByRole('button', { name: `Mover Encabezado ${place}`, exact: false });
      while (!(await handle.evaluate((own) => own === document.activeElement))) await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText(`Encabezado ${place} está ahora en el lugar ${place - 1} de 3.`)).toBeAttached();
    }
    await expect(entryOf(page, 1).getByText('https://example.org/rayos')).toBeVisible();
    const label = page.locator('[data-column="es"]').getByRole('group', { name: 'Encabezado 1' }).getByRole('textbox');
    await keyboard.type(label, 'Los rayos');
    await saved(page);
    await keyboard.use(page.getByRole('button', { name: 'Publicar…' }));
    const panel = page.getByRole('dialog', { name: 'Publicación' });
    await keyboard.use(panel.getByRole('button', { name: 'Publicar', exact: true }));
    // Both in the list of what is checked and in the question.
    const warning = panel.getByText('Un enlace lleva a un contenido que solo está publicado en otro idioma');
    await expect(warning.first()).toBeVisible();
    await keyboard.use(panel.getByRole('button', { name: 'Publicar de todos modos' }));
  });

  await test.step('each language has its own titles, and what is public in it', async () => {
    const header = async (path: string) =>
      (await (await fetch(site.origin + path)).text()).match(/<header.*<\/header>/s)?.[0];
    await expect.poll(() => header('/es/search')).toContain('Los rayos');
    expect(await header('/es/search')).not.toContain('El ayuno');
    expect(await header('/en/search')).toContain('Fasting before the exam');
    expect(await header('/en/search')).toContain('>example.org/rayos<');
    await publish(ARTICLE_PATH, ['es']);
    await expect.poll(() => header('/es/search')).toContain('El ayuno antes del estudio');
  });

  await test.step('readers open the second level, close it with Escape, and see where they are', async () => {
    await page.goto('/es/search');
    const main = page.getByRole('navigation', { name: 'Principal' });
    const opener = main.locator('summary[aria-label="Más en Artículos"]').first();
    const below = main.getByRole('link', { name: 'El ayuno antes del estudio' });
    await keyboard.use(opener);
    await expect(below).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Tab');
    await expect(below).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(below).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await keyboard.use(below);
    await expect(page.getByRole('heading', { level: 1, name: 'El ayuno antes del estudio' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Artículos' })).toHaveAttribute('aria-current', 'true');
    await expect(below).toBeHidden();
  });
});

test('labels of a crowded header break between words alone', async ({ openAs, publish, site }) => {
  const labels = ['Estudios', 'Artículos', 'Noticias', 'Preguntas frecuentes', 'Quiénes somos', 'Contacto', 'Nosotros'];
  const entries = labels.flatMap((_, index) => [
    { id: `e${index}`, target: 'listing:articles' },
    ...(index % 3 === 0 ? [{ id: `b${index}`, target: 'listing:articles', isBelow: true }] : []),
  ]);
  const item = articleOf('site-navigation', { es: { title: 'Menús', slug: 'site-navigation', paragraphs: [] } });
  const header = labels.map((label, index) => ({ id: `e${index}`, label }));
  const es = { ...item.languages.es, fields: { header } } as NonNullable<typeof item.languages.es>;
  await writeItems(site.dataDir, [
    { ...item, type: 'site-navigation', fields: { header: entries }, languages: { es } },
  ]);
  await publish(MENUS, ['es']);
  const page = await openAs('Ana', '/es/search');
  await page.setViewportSize({ width: 1280, height: 800 });
  const row = page.getByRole('navigation', { name: 'Principal' });
  await expect(row.getByRole('link', { name: 'Nosotros' })).toBeVisible();
  expect(await wide(page)).toBe(1280);
  const broken = await row.getByRole('link').evaluateAll((links) =>
    links.flatMap((link) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode() as Text;
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? word : [];
      });
    }),
  );
  expect(broken).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a menu is built by touch, and readers without script reach all of it', async ({
    openAs,
    publish,
    browser,
    site,
  }) => {
    await publish(ARTICLE_PATH);
    const page = await openAs('Ana', '/admin/site');
    await page.getByRole('button', { name: 'Menús' }).tap();
    const choose = async (number: number, words: string, option: string) => {
      await page.getByRole('button', { name: 'Agregar a Encabezado' }).tap();
      await chooserOf(entryOf(page, number)).tap();
      await dialogOf(page).getByRole('combobox').fill(words);
      await dialogOf(page).getByRole('option', { name: option }).first().tap();
    };
    await choose(1, 'el ayuno', 'El ayuno antes del estudio');
    await choose(2, 'artíc', 'Artículos');
    await page.getByRole('button', { name: 'Subir Encabezado 2' }).tap();
    await entryOf(page, 2).getByLabel('Va debajo de la entrada anterior').tap();
    expect(await wide(page)).toBe(390);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await wide(page), 'on the narrowest phone').toBe(320);
    await saved(page);
    await publish(MENUS);

    const reader = await browser.newContext({
      baseURL: site.origin,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const read = await reader.newPage();
    await expect
      .poll(async () => (await (await fetch(`${site.origin}/en/search`)).text()).includes('Fasting before the exam'))
      .toBe(true);
    await read.goto('/en/search');
    await read.locator('summary[aria-label="Menu"]').tap();
    await read.getByRole('navigation', { name: 'Main' }).locator('summary[aria-label="More in Articles"]').tap();
    await read.getByRole('link', { name: 'Fasting before the exam' }).tap();
    await expect(read.getByRole('heading', { level: 1, name: 'Fasting before the exam' })).toBeVisible();
    await reader.close();
  });

  test('300 entries of 200 characters make no page wider than a phone', async ({ openAs, publish, site }) => {
    const label = 'Otorrinolaringología'.repeat(10);
    const entries = Array.from({ length: 300 }, (_, index) => ({
      id: `e${index}`,
      target: `https://example.org/${index}`,
      isBelow: index % 3 > 0,
    }));
    const lists = { header: entries, footer: entries, legal: entries.map(({ isBelow: _, ...entry }) => entry) };
    const words = entries.map(({ id }) => ({ id, label }));
    const text = { title: 'Menús', slug: 'site-navigation', paragraphs: [] };
    const item = articleOf('site-navigation', { es: text });
    const es = { ...item.languages.es, fields: { header: words, footer: words, legal: words } } as NonNullable<
      typeof item.languages.es
    >;
    await writeItems(site.dataDir, [{ ...item, type: 'site-navigation', fields: lists, languages: { es } }]);
    await publish(MENUS, ['es']);
    const page = await openAs('Ana');
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/es/search');
      expect(await wide(page)).toBe(width);
      await page.locator('summary[aria-label="Menú"]').click();
      await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link').first()).toBeVisible();
      expect(await wide(page)).toBe(width);
    }
  });
});
