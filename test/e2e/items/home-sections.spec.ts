import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { createKeyboard } from '../../helpers/browser/keyboard.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const HOME = {
  ...articleOf('home', {
    es: { title: 'Sepa qué esperar', slug: 'home', paragraphs: ['Abierto desde 2014.'] },
    en: { title: 'Know what to expect', slug: 'home', paragraphs: ['Open since 2014.'] },
  }),
  type: 'pages',
};
const HOME_PATH = '/admin/items/pages/home';
const BEGIN = 'Empezar con las secciones actuales';

test.beforeEach(async ({ site, publish }) => {
  await writeItems(site.dataDir, [HOME]);
  await publish(ARTICLE_PATH);
  await publish(HOME_PATH);
});

test('the home page is built by keyboard alone, and read without script', async ({
  openAs,
  site,
  publish,
  browser,
}) => {
  const page = await openAs('Ana', HOME_PATH);
  const keyboard = createKeyboard(page);
  const editor = createEditorPage(page);
  const text = editor.text('español');
  const section = (name: string) => text.getByRole('group', { name, exact: true });

  await test.step('the usual sections come into the text, beside the other language', async () => {
    await editor.column('es').getByRole('button', { name: BEGIN }).press('Enter');
    await expect(section('Presentación').getByLabel('Encabezado')).toBeFocused();
    await page.keyboard.type('Venga con calma');
    const hero = section('Presentación');
    await keyboard.type(hero.getByLabel('Segundo botón', { exact: true }), 'Cómo ayunar');
    await keyboard.use(hero.getByRole('button', { name: 'Elegir adónde lleva' }).last());
    await page.keyboard.type('ayuno');
    await expect(page.getByRole('option', { name: /El ayuno antes del estudio/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(hero).toContainText('El ayuno antes del estudio');
    await expect(section('Lo más reciente').getByLabel('Tipo')).toHaveValue('articles');
    await expect(editor.column('es').getByRole('button', { name: BEGIN })).toHaveCount(0);
    await expect(editor.column('en').getByRole('button', { name: BEGIN })).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('a chosen item and where a button leads are found by their titles', async () => {
    await editor.caretAtEnd(text.getByText('Abierto desde 2014.'));
    await page.keyboard.press('Enter');
    await page.keyboard.type('/elegidos');
    await page.keyboard.press('Enter');
    const chosen = section('Contenidos elegidos');
    await expect(chosen.getByLabel('Encabezado')).toBeFocused();
    await page.keyboard.type('Para empezar');
    await keyboard.use(chosen.getByRole('button', { name: 'Agregar un contenido' }));
    const dialog = page.getByRole('dialog', { name: 'Contenidos' });
    await page.keyboard.type('ayuno');
    await expect(dialog.getByRole('option', { name: /El ayuno antes del estudio/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(chosen.getByRole('listitem')).toHaveText(/El ayuno antes del estudio/);
    await editor.expectSaved();
  });

  await test.step('readers get the sections of their language', async () => {
    await publish(HOME_PATH, ['es']);
    const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
    const reader = await context.newPage();
    for (const [width, colorScheme] of [
      [320, 'dark'],
      [1280, 'light'],
    ] as const) {
      await reader.setViewportSize({ width, height: 800 });
      await reader.emulateMedia({ colorScheme });
      await reader.goto('/');
      const main = reader.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Venga con calma');
      await expect(main.getByRole('link', { name: 'Cómo ayunar' })).toHaveAttribute('href', '/articulos/ayuno');
      const region = main.getByRole('region', { name: 'Para empezar' });
      await expect(region.getByRole('link', { name: 'El ayuno antes del estudio' })).toBeVisible();
      expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await reader.goto('/en');
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Know what to expect');
    await expect(reader.getByText('Para empezar')).toHaveCount(0);
    await context.close();
    await page.goto('/');
    await expectNoViolations(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('sections are inserted, filled in, moved and removed by taps', async ({ openAs }) => {
    const page = await openAs('Ana', HOME_PATH);
    const editor = createEditorPage(page);
    const text = editor.text('español');
    const call = text.getByRole('group', { name: 'Llamada a la acción', exact: true });
    await text.locator('p').last().tap();
    await page.getByRole('button', { name: 'Insertar', exact: true }).tap();
    await expect(page.getByRole('menu').getByText('Secciones de la página')).toBeVisible();
    await page.getByRole('menuitem', { name: 'Llamada a la acción' }).tap();
    await call.getByLabel('Encabezado').fill('¿Tiene dudas?');
    await call.getByRole('button', { name: 'Elegir adónde lleva' }).tap();
    await page.getByRole('combobox').fill('ayuno');
    await page.getByRole('option', { name: /El ayuno antes del estudio/ }).tap();
    await expect(call).toContainText('El ayuno antes del estudio');
    const sizes = await call
      .getByRole('button')
      .evaluateAll((buttons) => buttons.filter((one) => one.checkVisibility()).map((one) => one.clientHeight));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectNoViolations(page);
    await call.getByRole('button', { name: 'Quitar el bloque: Llamada a la acción' }).tap();
    await expect(call).toHaveCount(0);
  });
});
