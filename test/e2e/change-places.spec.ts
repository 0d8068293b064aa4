import type { Page } from '@playwright/test';
import { createEditorPage } from '../helpers/editor-page.ts';
import { answerAt, changeWater, exchange, rename, WATER, WATER_PATH } from '../helpers/exchange.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { readItem, writeItems } from '../helpers/write-items.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const notice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ }).first();

test.beforeEach(async ({ site }) => {
  await writeItems(site.dataDir, [WATER]);
});

test('two items exchange their addresses in one action', async ({ openAs, site, publish, expected }) => {
  expected.problem(/422/);
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  await exchange(site);
  const page = await openAs('Ana', `${ARTICLE_PATH}/publish`);

  await test.step('what is to be published at its time says that two do not exchange their addresses then', async () => {
    await press(page, 'Programar la publicación');
    await expect(page.getByRole('alert')).toContainText('A una hora programada no se publican juntos');
  });

  await test.step('both are published after a yes to what changes', async () => {
    await page.goto(`${ARTICLE_PATH}/publish`);
    const spanish = page.getByRole('region', { name: 'español', exact: true });
    await expect(spanish).toContainText('«El agua antes del estudio» tiene todavía esa dirección');
    await expect(spanish.getByRole('link', { name: 'Abrir «El agua antes del estudio»' })).toHaveAttribute(
      'href',
      `${WATER_PATH}?language=es`,
    );
    await expect(spanish).toContainText('Se publica junto con otro contenido');
    await expect(spanish).not.toContainText('impide publicar');
    await press(page, 'Publicar');
    const question = page.getByRole('alert');
    await expect(question).toContainText('¿Publicar ambos juntos?');
    await expect(question).toContainText('En español: deja /articulos/agua y pasa a /articulos/ayuno');
    await expect(question).toContainText('En inglés: deja /en/articles/water y pasa a /en/articles/fasting');
    await expect(question.getByRole('link', { name: 'El agua antes del estudio' })).toHaveAttribute('href', WATER_PATH);
    expect(await answerAt(site, '/articulos/agua'), 'nothing happens before the yes').toBe('El agua antes del estudio');
    await expectNoViolations(page);
    await press(page, 'Publicar ambos juntos');
    await expect(notice(page)).toHaveText('Publicados juntos. Cada uno está en su nueva dirección.');
    expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
    expect(await answerAt(site, '/articulos/ayuno')).toBe('El agua antes del estudio');
    expect(await answerAt(site, '/en/articles/water')).toBe('Fasting before the exam');
    expect(await answerAt(site, '/en/articles/fasting')).toBe('Water before the exam');
  });
});

test('what keeps two items from exchanging their addresses is told, and neither moves', async ({
  openAs,
  site,
  publish,
  expected,
}) => {
  expected.problem(/422/);
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  await exchange(site);
  const page = await openAs('Ana', '/admin/items/articles');

  await test.step('a list publishes both when both are marked, and neither when one is', async () => {
    const mark = (title: string) => page.getByRole('checkbox', { name: `Seleccionar «${title}»` }).check();
    const apply = async () => {
      await page.getByLabel('Acción', { exact: true }).selectOption('publish');
      await press(page, 'Aplicar');
    };
    const result = (name: string) => page.getByRole('heading', { level: 2, name });
    await mark('El ayuno antes del estudio');
    await apply();
    await expect(result('No se publicó nada')).toBeVisible();
    await expect(page.getByText('Hay que corregir: otro contenido ya usa esa dirección.')).toBeVisible();
    await page.goto('/admin/items/articles');
    await mark('El ayuno antes del estudio');
    await mark('El agua antes del estudio');
    await apply();
    await expect(result('Se publicaron 2 contenidos')).toBeVisible();
    expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
    expect(await answerAt(site, '/en/articles/fasting')).toBe('Water before the exam');
    await page
      .getByRole('region', { name: 'Se publicaron 2 contenidos' })
      .getByRole('button', { name: 'Deshacer' })
      .click();
    await expect(result('Cambio deshecho en 2 contenidos')).toBeVisible();
    expect(await answerAt(site, '/articulos/agua')).toBe('El agua antes del estudio');
    expect(await answerAt(site, '/en/articles/fasting')).toBe('Fasting before the exam');
  });

  await test.step('what keeps the other from being public is told with its name', async () => {
    await exchange(site);
    await changeWater(site, { title: '' });
    await page.goto(`${ARTICLE_PATH}/publish`);
    await press(page, 'Publicar');
    const told = page.getByRole('alert').getByRole('link', { name: '«Water before the exam»: Falta el título.' });
    await expect(told).toHaveAttribute('href', `${WATER_PATH}?language=es#field-title`);
    expect(await answerAt(site, '/articulos/agua')).toBe('El agua antes del estudio');

    // A warning is part of the same confirmation, which covers what was shown.
    await changeWater(site, { title: 'El agua antes del estudio', summary: '' });
    await press(page, 'Publicar');
    const question = page.getByRole('alert');
    await expect(question).toContainText('¿Publicar ambos juntos?');
    await expect(question).toContainText('«El agua antes del estudio»: Falta el resumen');
    await press(page, 'Publicar ambos juntos');
    await expect(notice(page)).toHaveText('Publicados juntos. Cada uno está en su nueva dirección.');
    expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
  });
});

test('an address that another item had is no proposal, and is taken after a yes', async ({ openAs, site, publish }) => {
  await publish(WATER_PATH);
  await rename(site, 'agua', { es: 'beber', en: 'drink' });
  await publish(WATER_PATH);
  const page = await openAs('Ana');

  await test.step('no proposal takes an address that another item had; who types it is told whose it was', async () => {
    const editor = createEditorPage(page);
    await editor.open('articles/ayuno');
    const column = editor.column('es');
    const title = column.getByLabel('Título', { exact: true });
    const slug = column.getByLabel('Dirección');
    await title.fill('Agua');
    await column.getByRole('button', { name: 'Proponer otra vez' }).click();
    await expect(slug).toHaveValue('agua-2');
    await expect(column.getByText('Esta dirección está libre.')).toBeVisible();
    await title.fill('Agua y ayuno');
    await expect(slug).toHaveValue('agua-y-ayuno');
    await slug.fill('agua');
    await expect(column.getByText('Esta dirección fue de «El agua antes del estudio»')).toBeVisible();
    await expect(slug).toHaveValue('agua');
    await editor.expectSaved();
    await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.es?.slug).toBe('agua');
  });

  await test.step('an address that another item had is taken after a yes to whose it was', async () => {
    expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/beber');
    await page.goto(`${ARTICLE_PATH}/publish`);
    await press(page, 'Publicar');
    const alert = page.getByRole('alert');
    const sentence = 'Esta dirección fue de «El agua antes del estudio»: sus enlaces antiguos llevarían entonces aquí.';
    await expect(alert.getByRole('link', { name: sentence })).toHaveAttribute('href', /ayuno\?language=es#field-slug$/);
    await expect(alert.getByRole('link', { name: 'Abrir «El agua antes del estudio»' })).toHaveAttribute(
      'href',
      `${WATER_PATH}?language=es`,
    );
    expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/beber');
    await press(page, 'Publicar de todos modos');
    await expect(notice(page)).toHaveText('Publicado.');
    expect(await answerAt(site, '/articulos/agua')).toBe('Agua y ayuno');
    expect(await answerAt(site, '/articulos/beber')).toBe('El agua antes del estudio');
  });
});

test('the field of an address says that another draft leaves it, and the sheet over the text publishes both', async ({
  openAs,
  site,
  publish,
}) => {
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  await editor.open('articles/ayuno');
  const column = editor.column('es');
  const slug = column.getByLabel('Dirección');
  await slug.fill('agua');
  await expect(column.getByText('Otra página usa esta dirección: El agua antes del estudio.')).toBeVisible();
  await editor.expectSaved();
  await rename(site, 'agua', { es: 'ayuno', en: 'water' });
  await slug.fill('agua-x');
  await slug.fill('agua');
  await expect(column.getByText('Ahí está todavía «El agua antes del estudio»')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await sheet.getByRole('button', { name: 'Publicar ambos juntos' }).click();
  await expect(sheet.getByText('Publicados juntos. Cada uno está en su nueva dirección.')).toBeVisible();
  expect(await answerAt(site, '/articulos/agua')).toBe(ARTICLE.languages.es?.title);
  expect(await answerAt(site, '/articulos/ayuno')).toBe('El agua antes del estudio');
});
