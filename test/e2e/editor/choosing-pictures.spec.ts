import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../../helpers/admin/sample-admin.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';

const ARTICLE = '/admin/items/articles/mri-or-ct';

const drawing = (name: string) => ({
  name: `${name}.svg`,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><title>${name}</title><rect width="30" height="20" fill="#0a6"/></svg>`,
  ),
});

const library = (page: Page) => page.getByRole('dialog');
const options = (page: Page) => library(page).getByRole('listbox', { name: 'Archivos' }).getByRole('option');
const option = (page: Page, name: string) => options(page).filter({ hasText: name });
const figures = (page: Page) => createEditorPage(page).text('español').getByRole('figure');

async function openArticle(page: Page) {
  const editor = createEditorPage(page);
  await editor.caretAtEnd(editor.text('español').locator(':scope > p').last());
  return editor;
}

test('a picture of the library is found and put into a text by keyboard', async ({ page, enter }) => {
  await enter(ARTICLE);
  const editor = await openArticle(page);
  const before = await figures(page).count();
  await page.keyboard.type(' /imagen');
  await page.keyboard.press('Enter');
  await expect(
    library(page).getByRole('group', { name: 'Usados en este contenido' }).getByRole('option'),
  ).not.toHaveCount(0);
  await expect(options(page).first()).toBeFocused();
  await expectNoViolations(page);

  await test.step('arrows lead from one to the next, Escape leads back to the text', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(options(page).nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(options(page).last()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(library(page)).toBeHidden();
    await expect(editor.text('español')).toBeFocused();
    expect(await figures(page).count()).toBe(before);
  });

  await test.step('a search finds one, and Enter takes it', async () => {
    await page.keyboard.type('/imagen');
    await page.keyboard.press('Enter');
    await library(page).getByRole('searchbox', { name: 'Buscar archivos' }).fill('knee');
    await expect(options(page)).toHaveCount(1);
    await option(page, 'knee-mri.svg').press('Enter');
    await expect(library(page)).toBeHidden();
    await expect(figures(page)).toHaveCount(before + 1);
    await expect(editor.text('español')).toBeFocused();
    await editor.expectSaved();
  });
});

test('a picture says what the library says of it, until the text says something else', async ({
  page,
  enter,
  context,
}) => {
  const describeFile = async (library: Page, words: string) => {
    const form = library.getByRole('form', { name: 'Español (original)' });
    await form.getByLabel('Texto alternativo', { exact: true }).fill(words);
    await form.getByLabel('Pie').fill('Antes de la sesión');
    await form.getByLabel('Crédito').fill('Foto: Ana Ruiz');
    await form.getByRole('button', { name: 'Guardar los textos' }).click();
    await expect(library.getByText('Los textos se guardaron.')).toBeVisible();
  };
  await enter('/admin/files');
  await page.locator('#files').getByRole('link', { name: 'knee-mri.svg' }).click();
  await describeFile(page, 'Una rodilla');
  const file = page.url();

  await enter(ARTICLE);
  await openArticle(page);
  await page.keyboard.type(' /imagen');
  await page.keyboard.press('Enter');
  await option(page, 'knee-mri.svg').click();
  const figure = figures(page).filter({ has: page.getByPlaceholder('Foto: Ana Ruiz') });
  const alt = figure.getByLabel('Qué se ve (texto alternativo)');
  await expect(alt).toHaveAttribute('placeholder', 'Una rodilla');
  await expect(alt).toHaveValue('');
  await expect(alt).toHaveAccessibleDescription(/^Es la descripción de la biblioteca/);
  await expect(figure.getByLabel('Pie de imagen')).toHaveAttribute('placeholder', 'Antes de la sesión');
  await expectNoViolations(page);

  const other = await context.newPage();
  await other.goto(file);
  await hydrated(other);
  await describeFile(other, 'Una rodilla derecha');
  await other.close();
  await expect(alt).toHaveAttribute('placeholder', 'Una rodilla derecha');
  await alt.fill('La rodilla de un corredor');
  await expect(alt).not.toHaveAccessibleDescription(/biblioteca/);
  await figure.getByLabel('Sin pie ni crédito aquí').press('Space');
  await expect(page.getByPlaceholder('Foto: Ana Ruiz')).toHaveCount(0);
  await createEditorPage(page).expectSaved();
});

test('a picture is cropped around a point, and credited otherwise, by keyboard and by a press', async ({
  page,
  enter,
}) => {
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a6' } })
    .jpeg()
    .withExif({ IFD0: { ImageDescription: 'La sala de espera', Artist: 'Ana Ruiz' } })
    .toBuffer();
  await enter(ARTICLE);
  const editor = await openArticle(page);
  await page.keyboard.type(' /imagen');
  await page.keyboard.press('Enter');
  await library(page)
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'sala.jpg', mimeType: 'image/jpeg', buffer }]);
  const figure = figures(page).last();

  await test.step('what is written in it is offered as its alternative text', async () => {
    await expect(figure.getByText('La imagen trae escrito: «La sala de espera»')).toBeVisible();
    await figure.getByRole('button', { name: 'Usarlo como texto alternativo' }).press('Enter');
    await expect(figure.getByLabel('Qué se ve (texto alternativo)')).toHaveValue('La sala de espera');
    await expect(figure.getByText('La imagen trae escrito')).toHaveCount(0);
    await figure.getByLabel('Crédito').fill('Foto: Luz');
  });

  const picture = figure.locator('img').first();
  await test.step('a shape crops it, and a press or an arrow says what stays in sight', async () => {
    await figure.getByRole('button', { name: 'Recortar' }).press('Enter');
    await figure.getByRole('button', { name: '1 : 1' }).press('Space');
    await expect(picture).toHaveCSS('aspect-ratio', '1 / 1');
    const { width, height } = (await picture.boundingBox()) ?? { width: 1, height: 2 };
    expect(Math.abs(width - height)).toBeLessThan(1);
    const whole = figure.locator('img').last();
    const box = (await whole.boundingBox()) ?? { width: 0, height: 0 };
    await whole.click({ position: { x: box.width * 0.8, y: box.height / 2 } });
    const across = figure.getByRole('slider', { name: 'De izquierda a derecha' });
    await expect(across).toHaveValue('8');
    await across.press('ArrowRight');
    await expect(picture).toHaveCSS('object-position', '90% 50%');
    // In the middle, where no bar covers a part of the shapes.
    await figure
      .getByRole('group', { name: 'Forma de la imagen' })
      .evaluate((shapes) => shapes.scrollIntoView({ block: 'center' }));
    await expectNoViolations(page);
    await editor.expectSaved();
  });

  await test.step('the page shows it so', async () => {
    await page.goto(`${ARTICLE}/preview/page?language=es`);
    const shown = page.locator('figure', { hasText: 'Foto: Luz' }).locator('img');
    await expect(shown).toHaveCSS('object-position', '90% 50%');
    await expect(shown).toHaveAttribute('width', '200');
    await expect(shown).toHaveAttribute('height', '200');
    const { width, height } = (await shown.boundingBox()) ?? { width: 1, height: 2 };
    expect(Math.abs(width - height)).toBeLessThan(1);
  });
});

test('several pictures, old and new, become a gallery at once', async ({ page, enter, expected }) => {
  expected.problem(/422.*\/admin\/files\/send/);
  await enter(ARTICLE);
  await openArticle(page);
  await page.keyboard.type(' /galería');
  await page.keyboard.press('Enter');
  await option(page, 'knee-mri.svg').click();
  await library(page)
    .locator('input[type="file"]')
    .setInputFiles([
      drawing('faro'),
      { ...drawing('roto'), buffer: Buffer.from('no es una imagen') },
      { name: 'precios.csv', mimeType: 'text/csv', buffer: Buffer.from('estudio,precio\nrodilla,900\n') },
    ]);
  await expect(library(page).getByText('«roto.svg» no es de una clase que el sitio acepte')).toBeVisible();
  await expect(library(page).getByText('«precios.csv» ya está en la biblioteca')).toBeVisible();
  await expect(option(page, 'faro.svg')).toHaveAttribute('aria-selected', 'true');
  await option(page, 'brain-mri.svg').press('Space');
  await option(page, 'knee-mri.svg').press('Space');
  await library(page).getByRole('button', { name: 'Agregar 2 archivos' }).click();
  const gallery = createEditorPage(page).text('español').getByRole('group', { name: 'Galería' });
  await expect(gallery.getByRole('figure')).toHaveCount(2);
  const add = gallery.getByRole('button', { name: 'Agregar imágenes' });
  await add.press('Enter');
  await expect(options(page).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
});

test('a library that does not arrive says so, and is asked for again', async ({ page, enter, expected }) => {
  expected.problem(/ERR_FAILED|ERR_CONNECTION_RESET/);
  await enter(ARTICLE);
  await openArticle(page);
  await page.route('**/admin/files/choose?*', (route) => route.abort('connectionreset'), { times: 1 });
  await page.keyboard.type(' /imagen');
  await page.keyboard.press('Enter');
  await expect(library(page).getByText('No se pudo abrir la biblioteca.')).toBeVisible();
  await library(page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(options(page).first()).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('another cover is chosen by taps', async ({ page, enter }) => {
    await enter(ARTICLE);
    await page.getByRole('button', { name: 'Más acciones' }).tap();
    await page.getByRole('menuitem', { name: 'Datos y portada' }).tap();
    const cover = page.getByRole('group', { name: 'Portada' }).locator('img');
    const before = await cover.getAttribute('src');
    await page.getByRole('button', { name: 'Elegir una imagen' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Elegir la imagen de «Portada»' });
    const files = dialog.getByRole('listbox').getByRole('option');
    await expect(files.first()).toBeVisible();
    const sizes = await dialog
      .getByRole('button')
      .or(files)
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.clientHeight));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoViolations(page);
    await files.filter({ hasText: 'brain-mri.svg' }).tap();
    await expect(dialog).toBeHidden();
    await expect(cover).not.toHaveAttribute('src', before ?? '');
  });
});
