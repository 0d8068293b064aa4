import type { Locator, Page } from '@playwright/test';
import { articleOf, readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Texto en español' });
const first = (page: Page) => text(page).locator('p').first();
/** The blocks of the text that tools stand over. */
const coveredBy = async (page: Page, tools: Locator): Promise<string[]> => {
  const { y, height } = (await tools.boundingBox()) ?? { y: 0, height: 0 };
  return text(page)
    .locator('p, h2, h3, h4')
    .evaluateAll(
      (blocks, [top, bottom]) =>
        blocks
          .filter((block) => block.getBoundingClientRect().bottom > top && block.getBoundingClientRect().top < bottom)
          .map(({ textContent }) => textContent),
      [y, y + height] as const,
    );
};

const linkDialog = (page: Page) => page.getByRole('dialog', { name: 'Enlace' });

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('links, a quote and a callout are put into a text', async ({ openAs, site }) => {
  await writeItems(site.dataDir, [
    articleOf('radio', { es: { title: 'La radiación diaria', slug: 'radio', paragraphs: ['Texto.'] } }),
    articleOf('colon', { es: { title: 'Ayuno: y después', slug: 'colon', paragraphs: ['Texto.'] } }),
  ]);
  const page = await openAs('Ana', ARTICLE_PATH);

  await test.step('a link is never to what was found for other words', async () => {
    await createEditorPage(page).caretAtEnd(first(page));
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = linkDialog(page);
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await expect(dialog.getByRole('option', { name: 'El ayuno antes del estudio' }), 'the item itself').toHaveCount(0);
    await page.route('**/admin/editor/links?*', async (route) => {
      await expect(dialog.getByRole('status')).toHaveText('Buscando…');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await route.continue();
    });
    await dialog.getByRole('combobox').fill('https://example.org/x');
    await expect(dialog.getByRole('option', { name: 'Enlazar a https://example.org/x' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(first(page).getByRole('link')).toHaveAttribute('href', 'https://example.org/x');
    await page.unrouteAll();
    await page.keyboard.press('ArrowLeft');
    const bar = page.getByRole('toolbar', { name: 'Enlace' });
    await expect(bar).toContainText('https://example.org/x');
    await expect.poll(() => coveredBy(page, bar), 'its tools cover no words').toEqual([]);
  });

  await test.step('a link is found by words with a colon, and says which page it leads to', async () => {
    await createEditorPage(page).caretAtEnd(text(page).locator('p').nth(1));
    await page.keyboard.press('ControlOrMeta+k');
    await linkDialog(page).getByRole('combobox').fill('Ayuno: y');
    await linkDialog(page)
      .getByRole('option', { name: /^Ayuno: y después/ })
      .click();
    await expect(text(page)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    const bar = page.getByRole('toolbar', { name: 'Enlace' });
    await expect(bar).toContainText('Enlace: página «Ayuno: y después»');
    await bar.getByRole('button', { name: 'Cambiar el enlace' }).click();
    await expect(linkDialog(page)).toContainText('Enlace: página «Ayuno: y después»');
    await expect(linkDialog(page).getByRole('combobox')).toHaveValue('');
    await linkDialog(page).getByRole('combobox').fill('radiación');
    await linkDialog(page)
      .getByRole('option', { name: /^La radiación diaria/ })
      .click();
    await expect(text(page).locator('p').nth(1).locator('a')).toHaveAttribute('data-href', 'item:radio');
    await expect(text(page)).toBeFocused();
  });

  await test.step('a link finds pages by title, and warns of what its reader would miss', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = linkDialog(page);
    await expect(dialog.getByRole('combobox', { name: 'Página o dirección' })).toBeFocused();
    await page.keyboard.type('ayuno y');
    await expect(dialog.getByRole('option')).toHaveText(/^Ayuno: y después/);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const link = text(page).locator('p').last().getByRole('link');
    await expect(link).toHaveText('Ayuno: y después');
    await expect(link).toHaveAttribute('href', 'item:colon');
    await expect(text(page)).toBeFocused();

    await page.keyboard.press('ControlOrMeta+k');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.insertText('/en/faq');
    await expect(dialog.getByText(/es de otro idioma \(inglés\)/)).toBeVisible();
    await dialog.getByRole('combobox').fill('javascript:alert(1)');
    await expect(dialog.getByText(/^Esa dirección no se puede usar/)).toBeVisible();
    await expect(dialog.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a quote and a callout are inserted, changed and taken away, and undone and done again', async () => {
    const spanish = text(page);
    await createEditorPage(page).caretAtEnd(spanish.locator('p').last());
    await page.keyboard.press('Enter');
    await page.keyboard.type('/cita');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Vengo tranquila.');
    await expect(spanish.getByRole('blockquote')).toHaveText('Vengo tranquila.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/recuadro');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Lleve su orden.');
    const callout = spanish.getByRole('note');
    await expect(callout).toHaveText('Lleve su orden.');
    await expect(callout).toHaveAttribute('data-kind', 'note');
    const kinds = page.getByRole('toolbar', { name: 'Tipo de recuadro' });
    await kinds.getByRole('button', { name: 'Atención' }).click();
    await expect(callout).toHaveAttribute('data-kind', 'warning');
    await expect(kinds.getByRole('button', { name: 'Atención' })).toHaveAttribute('aria-pressed', 'true');
    await kinds.getByRole('button', { name: 'Quitar el recuadro' }).click();
    await expect(callout).toHaveCount(0);
    await expect(spanish).toContainText('Lleve su orden.');
    const blocks = () =>
      spanish
        .locator(':scope > *')
        .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
    const written = await blocks();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(blocks).not.toEqual(written);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(blocks).toEqual(written);
    await expect(spanish.getByRole('blockquote')).toHaveText('Vengo tranquila.');
  });
});

test('a picture is put into a text', async ({ openAs, expected, site }) => {
  expected.problem(/422/);
  const page = await openAs('Ana', ARTICLE_PATH);

  await test.step('what is none is refused; it looks as on the page, and what it lacks is an error once publishing is asked for', async () => {
    await createEditorPage(page).caretAtEnd(first(page));
    await page.keyboard.type(' /imagen');
    await page.keyboard.press('Enter');
    const file = page.getByRole('dialog').locator('input[type="file"]');
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByRole('dialog').getByText(/«x\.png» no es de una clase que el sitio acepte/)).toBeVisible();
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><rect width="9" height="9"/></svg>';
    await file.setInputFiles({ name: 'dibujo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
    await expect(page.getByRole('dialog')).toBeHidden();
    const figure = text(page).getByRole('figure');
    await figure.getByLabel('Pie de imagen').fill('Figura 1');
    await expect(figure.locator('img')).toHaveAttribute('src', /\/960\.webp$/);
    const alt = figure.getByLabel('Qué se ve (texto alternativo)');
    await expect(alt).toHaveAccessibleDescription(/^Describa la imagen/);
    await expect(alt).not.toHaveAttribute('aria-invalid');
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /texto alternativo/ })
      .first()
      .click();
    await expect(alt).toHaveAttribute('aria-invalid', 'true');
    await alt.fill('Un brazo');
    await expect(alt).not.toHaveAttribute('aria-invalid');
  });

  await test.step('it keeps its description while it is said to be mere ornament', async () => {
    await createEditorPage(page).caretAtEnd(first(page));
    await page
      .getByRole('toolbar', { name: 'Formato del texto en español' })
      .getByRole('button', { name: 'Insertar' })
      .click();
    await page.getByRole('menuitem', { name: 'Imagen' }).click();
    const file = page.getByRole('dialog').locator('input[type="file"]');
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: PIXEL });
    // Comes after the caret's block, that is before the other one.
    const picture = text(page).getByRole('figure').first();
    const alt = picture.getByLabel('Qué se ve (texto alternativo)');
    await alt.fill('Un brazo');
    await picture.getByLabel('Solo adorna').check();
    await expect(alt).toHaveValue('');
    await picture.getByLabel('Solo adorna').uncheck();
    await expect(alt).toHaveValue('Un brazo');
  });

  await test.step('it becomes the cover with one press, which says so in its place, and with another it no longer is', async () => {
    const choice = text(page).getByRole('figure').first().getByRole('button', { name: 'Usar como portada' });
    const coverAlt = page.locator('[data-column="es"]').getByLabel('Texto alternativo de la portada');
    await expect(choice).toHaveAttribute('aria-pressed', 'false');
    await choice.click();
    await expect(choice).toHaveAttribute('aria-pressed', 'true');
    await expect(coverAlt).toHaveValue('Un brazo');
    await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).cover?.media).toMatch(/^[0-9a-f]{32}$/);
    await choice.click();
    await expect(coverAlt).toHaveCount(0);
    await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).cover).toBeUndefined();
  });

  await test.step('one that is pasted with another comes after the block, and what is typed next replaces neither', async () => {
    const editor = createEditorPage(page);
    const second = text(page).locator('p', { hasText: /agua\.$/ });
    const words = await editor.blockWords(second);
    await editor.caretAtEnd(second);
    await page.evaluate(() => {
      const data = new DataTransfer();
      for (const width of [40, 30]) {
        const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="9"><rect width="9" height="9"/></svg>`;
        data.items.add(new File([drawing], `${width}.svg`, { type: 'image/svg+xml' }));
      }
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    });
    const pictures = text(page).getByRole('figure');
    await expect(pictures).toHaveCount(4);
    await page.keyboard.type('Después. ');
    await expect(text(page).locator('p', { hasText: 'Después. ' })).toBeVisible();
    await expect(pictures).toHaveCount(4);
    expect(await editor.blockWords(second)).toBe(words);
    await editor.expectSaved();
    await page.reload();
    await expect(pictures).toHaveCount(4);
    await expect(pictures.nth(1).getByLabel('Pie de imagen')).toHaveValue('Figura 1');
    const sources = pictures.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    expect(new Set(await sources).size).toBe(4);
  });
});
