import type { Page } from '@playwright/test';
import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { articleOf, writeItems } from '../helpers/write-items.ts';

const titleOf = (page: Page) => page.getByLabel('Título', { exact: true }).first();

test('what is being written is published from where it is written, and seen beside it', async ({ openAs, request }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const title = page.getByLabel('Título', { exact: true }).first();
  await expect(title).toHaveValue('El ayuno antes del estudio');
  await page.getByRole('button', { name: 'Vista previa' }).click();
  const aside = page.getByRole('complementary', { name: 'Vista previa' });
  const draft = aside.frameLocator('iframe[aria-hidden=false]').getByRole('heading', { level: 1 });
  await expect(draft).toHaveText('El ayuno antes del estudio');
  await title.fill('El ayuno, paso a paso');
  await expect(draft).toHaveText('El ayuno, paso a paso');
  await aside.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('button', { name: 'Vista previa' })).toBeFocused();

  await title.fill('El ayuno, en breve');
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await sheet.getByRole('button', { name: 'Publicar de todos modos' }).click();
  await expect(sheet.getByText('Publicado.', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'español', exact: true })).toContainText('publicó Ana Robles');
  expect(await (await request.get('/articulos/ayuno')).text()).toContain('El ayuno, en breve');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Publicar…' })).toBeFocused();
});

test('an item that is opened from another one is the one that is written', async ({ openAs, site }) => {
  const es = { title: 'La radiación diaria', slug: 'radio', paragraphs: ['Hay radiación en todas partes.'] };
  await writeItems(site.dataDir, [articleOf('radio', { es })]);
  const page = await openAs('Ana', ARTICLE_PATH);
  await expect(titleOf(page)).toHaveValue('El ayuno antes del estudio');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('radiación');
  await page.getByRole('option', { name: /^La radiación diaria/ }).click();
  await expect(page).toHaveURL(/\/admin\/items\/articles\/radio$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La radiación diaria');
  await expect(page).toHaveTitle(/La radiación diaria/);
  await expect(titleOf(page)).toHaveValue('La radiación diaria');
  await titleOf(page).fill('La radiación de cada día');
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await page.goto(ARTICLE_PATH);
  await expect(titleOf(page)).toHaveValue('El ayuno antes del estudio');
});

test.describe('without a network', () => {
  const UNSAVED = 'Lo último que escribió aún no llega al servidor. Publique cuando arriba diga «Guardado».';
  const FAILED = /^El servidor no respondió\. Lo que escribió sigue aquí/;
  const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Publicación' });
  const publish = (page: Page) => sheetOf(page).getByRole('button', { name: 'Publicar', exact: true });

  test.beforeEach(({ expected }) => expected.problem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/));

  test('publishing and the preview wait until they can be shown, and the text stays', async ({ openAs }) => {
    const page = await openAs('Ana', ARTICLE_PATH);
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await page.context().setOffline(true);
    await titleOf(page).fill('Escrito sin red');
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await expect(sheetOf(page).getByRole('alert')).toHaveText(UNSAVED);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Vista previa' }).click();
    const aside = page.getByRole('complementary', { name: 'Vista previa' });
    await expect(aside.getByRole('alert')).toHaveText(FAILED);
    await expect(titleOf(page)).toHaveValue('Escrito sin red');

    await page.context().setOffline(false);
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await aside.getByRole('button', { name: 'Intentar de nuevo' }).click();
    const draft = aside.frameLocator('iframe[aria-hidden=false]').getByRole('heading', { level: 1 });
    await expect(draft).toHaveText('Escrito sin red');
    await aside.getByRole('button', { name: 'Cerrar' }).click();
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await expect(publish(page)).toBeVisible();
  });

  test('a form of the sheet that is not answered changes nothing of the page', async ({ openAs }) => {
    const page = await openAs('Ana', ARTICLE_PATH);
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await expect(publish(page)).toBeVisible();
    await page.route('**/publish/panel', (route) => route.abort());
    await publish(page).click();
    await expect(sheetOf(page).getByRole('status').filter({ hasText: FAILED })).toBeVisible();
    await page.unroute('**/publish/panel');
    await publish(page).click();
    await expect(sheetOf(page).getByText('Publicado.', { exact: true })).toBeVisible();
    await expect(titleOf(page)).toHaveValue('El ayuno antes del estudio');
  });

  test('a copy that is made in the sheet is shown', async ({ openAs }) => {
    const page = await openAs('Ana', ARTICLE_PATH);
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await sheetOf(page).getByRole('button', { name: 'Duplicar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Copia de El ayuno antes del estudio');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the ways to publishing, versions and the preview are there', async ({ openAs }) => {
    const page = await openAs('Tere', ARTICLE_PATH);
    const tabs = page.getByRole('navigation', { name: 'Partes del contenido' });
    await expect(tabs.getByRole('link')).toHaveText(['Texto', 'Publicación', 'Versiones', 'Vista previa']);
    await expect(tabs.getByRole('link', { name: 'Texto' })).toHaveAttribute('aria-current', 'page');
    await tabs.getByRole('link', { name: 'Versiones' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Versiones: El ayuno antes del estudio');
  });
});
