import { createEditorPage } from '../helpers/editor-page.ts';
import { guideWith, untranslatedGuide } from '../helpers/guide.ts';
import { expect, test } from '../helpers/item-pages.ts';
import { readItem, writeItems } from '../helpers/write-items.ts';

test('a translation begins, and its gaps are filled', async ({ openAs, site }) => {
  await writeItems(site.dataDir, [
    untranslatedGuide('original'),
    untranslatedGuide('sin-empezar'),
    guideWith('vacio', 'Come early.', '', 'Drink water.'),
  ]);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);

  await test.step('while the original is written, a language that was never begun is one quiet fact', async () => {
    await editor.open('articles/original');
    await expect(page.getByText('inglés: sin empezar')).toBeVisible();
    await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    await page.keyboard.type(' Mucha.');
    await editor.expectSaved();
    await expect(page.getByRole('button', { name: /^Siguiente pendiente/ })).toHaveCount(0);
    await expect(page.locator('[data-unit-state]')).toHaveCount(0);
    await expect(editor.bar.getByRole('status')).toHaveText('');
    await editor.column('en').getByLabel('Título', { exact: true }).fill('A guide');
    await expect(editor.text('español').locator('[data-unit-state="missing"]')).toHaveCount(3);
    await expect(page.getByRole('button', { name: /^Siguiente pendiente/ })).toBeVisible();
  });

  await test.step('a translation starts from the structure of its source by the keyboard alone', async () => {
    await editor.open('articles/sin-empezar');
    const start = editor.column('en').getByRole('button', { name: 'Copiar la estructura, sin palabras' });
    await editor.column('en').getByLabel('Resumen').focus();
    await page.keyboard.press('Tab');
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    const text = editor.text('inglés');
    await expect(text).toBeFocused();
    await expect(start).toBeHidden();
    await expect(text.locator('p')).toHaveText(['', '', '']);
    await page.keyboard.type('Come early.');
    await expect(text.locator('p')).toHaveText(['Come early.', '', '']);
    await expect(text.locator('[data-unit-state="current"]')).toHaveText(['Come early.']);

    // An empty block shows the source text to translate.
    await page.keyboard.press('ArrowDown');
    await expect(editor.text('español').locator('[data-opposite]')).toHaveText('No coma seis horas antes.');
    await page.keyboard.type('Do not eat for six hours.');
    await expect(text.locator('[data-unit-state="current"]')).toHaveCount(2);
    await editor.expectSaved();
    await expect
      .poll(async () => (await readItem(site.dataDir, 'sin-empezar')).languages.en?.translation)
      .toMatchObject({ stale: 0, extra: 0 });
  });

  await test.step('a block is added where an empty one waits for it', async () => {
    await editor.open('articles/vacio');
    await editor.caretAtEnd(editor.text('español').getByText('No coma seis horas antes.'));
    await page.getByRole('button', { name: 'Agregar este bloque en inglés' }).click();
    await expect(editor.text('inglés')).toBeFocused();
    await page.keyboard.type('Do not eat.');
    await expect(editor.text('inglés').locator('p')).toHaveText(['Come early.', 'Do not eat.', 'Drink water.']);
    await expect(editor.text('inglés').locator('[data-unit-state="current"]')).toHaveCount(3);
  });
});
