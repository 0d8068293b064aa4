import type { Page } from '@playwright/test';
import { createEditorPage } from '../helpers/editor-page.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { articleOf, writeItems } from '../helpers/write-items.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Texto en español' });
const first = (page: Page) => text(page).locator('p').first();
const linkDialog = (page: Page) => page.getByRole('dialog', { name: 'Enlace' });

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('the entries of a list', async ({ openAs, site }) => {
  const page = await openAs('Ana');

  await test.step('the entry that came to the end of its list keeps the focus on its other arrow', async () => {
    const { es } = ARTICLE.languages;
    if (!es) throw new Error('The article has Spanish');
    const study = { ...es, slug: 'estudio', fields: { preparation: ['Ayuno', 'Agua', 'Calma'] } };
    await writeItems(site.dataDir, [{ ...ARTICLE, id: 'estudio', type: 'studies', languages: { es: study } }]);
    await page.goto('/admin/items/studies/estudio');
    const list = page.locator('[data-column="es"]').getByRole('group', { name: 'Preparación' });
    await list.getByRole('button', { name: 'Subir Preparación 2' }).click();
    await expect(list.getByRole('button', { name: 'Bajar Preparación 1' })).toBeFocused();
    await list.getByRole('button', { name: 'Bajar Preparación 2' }).click();
    await expect(list.getByRole('button', { name: 'Subir Preparación 3' })).toBeFocused();
  });

  await test.step('the entry that lacks a text gets it when it is written', async () => {
    const contact = {
      ...ARTICLE,
      id: 'contact',
      type: 'pages',
      fields: { openingHours: [{ days: [1], opens: '8:00' }] },
    };
    await writeItems(site.dataDir, [contact]);
    await page.goto('/admin/items/pages/contact');
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    const hours = page.getByRole('group', { name: 'Horario' });
    const closes = hours.getByLabel('Cierra');
    await closes.click();
    await page.keyboard.type('14:00');
    await expect(closes).toHaveValue('14:00');
    const days = hours.getByLabel('Días');
    await days.fill('1, dos');
    await closes.focus();
    await expect(days).toHaveAccessibleDescription(/Escriba números separados por comas\./);
    await expect(days).toHaveValue('1, dos');
    await days.fill('1, 2');
    await page.keyboard.press('Escape');
    await createEditorPage(page).expectSaved();
    await page.reload();
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    await expect(closes).toHaveValue('14:00');
    await expect(days).toHaveValue('1, 2');
  });
});

test('a link is chosen in its dialog', async ({ openAs, site, cookieOf }) => {
  await writeItems(site.dataDir, [
    articleOf('radio', { es: { title: 'La radiación diaria', slug: 'radio', paragraphs: ['Texto.'] } }),
    articleOf('colon', { es: { title: 'Ayuno: y después', slug: 'colon', paragraphs: ['Texto.'] } }),
  ]);
  const page = await openAs('Ana', ARTICLE_PATH);

  await test.step('is never to what was found for other words', async () => {
    await createEditorPage(page).caretAtEnd(first(page));
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = linkDialog(page);
    await expect(dialog.getByRole('option').first()).toBeVisible();
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
  });

  await test.step('is found by words with a colon, and says which page it leads to', async () => {
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
  });

  await test.step('is looked for behind an address that is no address', async () => {
    const headers = { cookie: await cookieOf('Ana') };
    const answer = await fetch(`${site.origin}/admin/editor/links?language=es&q=/articulos/%25`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ targets: [], typed: { href: '/articulos/%', isAllowed: true } });
  });
});

test('a picture is put into a text', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);

  await test.step('it looks as on the page, and what it lacks is an error once publishing is asked for', async () => {
    await createEditorPage(page).caretAtEnd(first(page));
    await page.keyboard.type(' /imagen');
    await page.keyboard.press('Enter');
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><rect width="9" height="9"/></svg>';
    const file = { name: 'dibujo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) };
    await page.getByRole('dialog').getByLabel('Elegir un archivo').setInputFiles(file);
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
    const file = page.getByLabel('Elegir un archivo');
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
    const sources = pictures.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    expect(new Set(await sources).size).toBe(4);
  });
});

test('who may translate, but neither publish nor upload, is offered what they may do', async ({ openAs }) => {
  const page = await openAs('Tere', ARTICLE_PATH);

  await test.step('a picture is not offered, and refused where it is pasted', async () => {
    const english = page.getByRole('textbox', { name: 'Texto en inglés' });
    await page
      .getByRole('toolbar', { name: 'Formato del texto en inglés' })
      .getByRole('button', { name: 'Insertar' })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Tabla' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Imagen' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem', { name: 'Tabla' })).toHaveCount(0);
    await createEditorPage(page).caretAtEnd(english.locator('p').first());
    await page.keyboard.type(' /ima');
    await expect(page.getByText('No hay nada con ese nombre.')).toBeVisible();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    });
    await expect(page.getByRole('listitem').filter({ hasText: 'Su cuenta no puede subir imágenes.' })).toBeVisible();
  });

  await test.step('the palette opens by its keys in a text that is only read', async () => {
    await expect(text(page)).toHaveAttribute('aria-readonly', 'true');
    await text(page).focus();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(linkDialog(page)).toHaveCount(0);
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a review is asked for, and the request is taken back', async () => {
    await expect(text(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publicar…' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Pedir el visto bueno…' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('button', { name: /enlace/i }).first()).toBeVisible();
    await sheet.getByRole('button', { name: 'Pedir el visto bueno' }).click();
    await expect(sheet.getByText('Tere Soto pidió el visto bueno el')).toBeVisible();
    await sheet.getByRole('button', { name: 'Retirar la solicitud de visto bueno en inglés' }).click();
    await expect(sheet.getByRole('button', { name: 'Pedir el visto bueno' })).toBeVisible();
  });
});
