import { everythingElse } from '../../helpers/data-folders/everything-else.ts';
import { GUIDE_WORDS, guideWith } from '../../helpers/data-folders/guide.ts';
import { variablesOf } from '../../helpers/data-folders/open-site.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';
import { runMeki } from '../../helpers/servers/run-meki.ts';

const ITEM = ARTICLE_PATH.replace('/admin/items/', '');

test('a translator into English writes English', async ({ openAs, site }) => {
  await writeItems(site.dataDir, [guideWith('guia', 'Come early.', '', undefined)]);
  const page = await openAs('Beto', ARTICLE_PATH);
  const editor = createEditorPage(page);

  await test.step('who may write less while the page is open reads on, and is told', async () => {
    const title = (language: 'es' | 'en') => editor.column(language).getByLabel('Título', { exact: true });
    await editor.expectSaved();
    await expect(title('es')).toBeEditable();
    const role = ['user', 'role', 'beto@example.org', 'translator', '--languages', 'en'];
    expect((await runMeki(variablesOf(site.dataDir), role)).code).toBe(0);
    await expect(title('es')).not.toBeEditable();
    await expect(editor.text('español')).not.toBeEditable();
    await expect(
      editor.column('es').getByText('Solo lectura: su cuenta no puede editar este texto.').first(),
    ).toBeVisible();
    await expect(page.locator('[data-desk-bar]').getByText(/^El servidor ya no acepta sus cambios aquí/)).toBeVisible();
    await title('en').fill('Before the exam');
    await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.en?.title).toBe('Before the exam');
  });

  await test.step('on the page, a translator writes English and nothing else', async () => {
    await editor.open(ITEM);
    const before = await everythingElse(site.dataDir);

    const spanish = editor.column('es');
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.type('NO');
    await editor.paste('<p>NO</p>');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.press('Backspace');
    const fields = await spanish.getByRole('textbox').all();
    expect(fields.length).toBeGreaterThan(3);
    for (const field of fields) await expect(field).not.toBeEditable();
    for (const control of await spanish.getByRole('button').all()) await expect(control).toBeDisabled();
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    for (const role of ['textbox', 'checkbox', 'combobox', 'spinbutton'] as const) {
      for (const field of await sheet.getByRole(role).all()) await expect(field).not.toBeEditable();
    }
    await page.keyboard.press('Escape');

    await editor.caretAtEnd(editor.text('inglés').locator('p').first());
    await page.keyboard.type(' Not even coffee.');
    await editor.column('en').getByLabel('Título', { exact: true }).fill('Fasting');
    await editor.expectSaved();
    await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.en?.title).toBe('Fasting');
    const { en } = (await readItem(site.dataDir, 'ayuno')).languages;
    expect(JSON.stringify(en?.body)).toContain('Not even coffee.');
    expect(await everythingElse(site.dataDir)).toEqual(before);
  });

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
    await editor.caretAtEnd(english.locator('p').first());
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
    await expect(editor.text('español')).toHaveAttribute('aria-readonly', 'true');
    await editor.text('español').focus();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Enlace' })).toHaveCount(0);
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a review is asked for, and the request is taken back', async () => {
    await expect(editor.text('español')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publicar…' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Pedir el visto bueno…' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Compartir el borrador')).toBeVisible();
    await sheet.getByRole('button', { name: 'Pedir el visto bueno' }).click();
    await expect(sheet.getByText('Beto Luna pidió el visto bueno el')).toBeVisible();
    await sheet.getByRole('button', { name: 'Retirar la solicitud de visto bueno en inglés' }).click();
    await expect(sheet.getByRole('button', { name: 'Pedir el visto bueno' })).toBeVisible();
  });

  await test.step('the next thing to do is where its words are written: a block that waits for them, or a new one', async () => {
    await editor.open('articles/guia');
    const english = editor.text('inglés');
    await expect(english.locator('[data-unit-state="missing"]')).toHaveCount(1);
    // An editor that is opened has the focus at the first part to translate.
    await expect(english).toBeFocused();
    await page.keyboard.type('Do not eat.');
    await expect(english.locator('p')).toHaveText(['Come early.', 'Do not eat.']);
    await page.getByRole('button', { name: /^Siguiente pendiente/ }).click();
    await expect(english).toBeFocused();
    await expect(english.locator('p')).toHaveCount(3);
    await page.keyboard.type('Drink water.');
    await expect(english.locator('[data-unit-state="current"]')).toHaveText([
      'Come early.',
      'Do not eat.',
      'Drink water.',
    ]);
    await expect(editor.text('español').locator('p')).toHaveText(GUIDE_WORDS);
  });
});
