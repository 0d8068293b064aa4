import { GUIDE, GUIDE_WORDS, guideWith, untranslatedGuide } from '../../helpers/data-folders/guide.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

const RULE = { type: 'horizontalRule', attrs: { id: 'raya' } };

test('a translation begins, and its gaps are filled', async ({ openAs, site }) => {
  const { es, en } = GUIDE.languages;
  if (!es || !en) throw new Error('The guide has both languages');
  const ruled = untranslatedGuide('raya');
  await writeItems(site.dataDir, [
    untranslatedGuide('sin-empezar'),
    untranslatedGuide('lleno'),
    {
      ...ruled,
      languages: { es: { ...es, slug: 'raya', body: { type: 'doc', content: [RULE, ...es.body.content] } } },
    },
    { ...GUIDE, id: 'suelto', languages: { es: { ...es, slug: 'suelto' }, en: { ...en, slug: 'loose', links: {} } } },
    guideWith('vacio', 'Come early.', '', 'Drink water.'),
  ]);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  const english = editor.text('inglés');
  const stateOf = (state: string) => english.locator(`[data-unit-state="${state}"]`);

  await test.step('while the original is written, a language that was never begun is one quiet fact', async () => {
    await editor.open('articles/sin-empezar');
    await expect(page.getByText('inglés: sin empezar')).toBeVisible();
    await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    await page.keyboard.type(' Sí.');
    await editor.expectSaved();
    await expect(page.getByRole('button', { name: /^Siguiente pendiente/ })).toHaveCount(0);
    await expect(page.locator('[data-unit-state]')).toHaveCount(0);
    await expect(editor.bar.getByRole('status')).toHaveText('');
    await editor.column('en').getByLabel('Título', { exact: true }).fill('A guide');
    await expect(editor.text('español').locator('[data-unit-state="missing"]')).toHaveCount(3);
    await expect(page.getByRole('button', { name: /^Siguiente pendiente/ })).toBeVisible();
  });

  await test.step('a translation starts from the structure of its source by the keyboard alone', async () => {
    const start = editor.column('en').getByRole('button', { name: 'Copiar la estructura, sin palabras' });
    await editor.column('en').getByLabel('Resumen').focus();
    await page.keyboard.press('Tab');
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(english).toBeFocused();
    await expect(start).toBeHidden();
    await expect(page.getByText('Empezar desde el original')).toHaveCount(0);
    await expect(english.locator('p')).toHaveText(['', '', '']);
    await page.keyboard.type('Come.');
    await expect(english.locator('p')).toHaveText(['Come.', '', '']);
    await expect(stateOf('current')).toHaveText(['Come.']);

    // An empty block shows the source text to translate.
    await page.keyboard.press('ArrowDown');
    await expect(editor.text('español').locator('[data-opposite]')).toHaveText('No coma seis horas antes.');
    await page.keyboard.type('Fast.');
    await expect(stateOf('current')).toHaveCount(2);
    await editor.expectSaved();
    await expect
      .poll(async () => (await readItem(site.dataDir, 'sin-empezar')).languages.en?.translation)
      .toMatchObject({ stale: 0, extra: 0 });
  });

  await test.step('a translation starts with the words of its source', async () => {
    await page.goto('/admin/items/articles/lleno');
    await page.getByRole('button', { name: 'Copiar la estructura con el texto original' }).click();
    await expect(english.locator('p')).toHaveText(GUIDE_WORDS);
  });

  await test.step('a translation of a text that begins with a picture or a line starts with its first words', async () => {
    await page.goto('/admin/items/articles/raya');
    await page.getByRole('button', { name: 'Copiar la estructura, sin palabras' }).click();
    await expect(english.locator('p')).toHaveText(['', '', '']);
    await page.keyboard.type('Come.');
    await expect(english.locator('hr')).toHaveCount(1);
    await expect(english.locator('p')).toHaveText(['Come.', '', '']);
  });

  await test.step('a text that nothing ties to its source is matched by its order', async () => {
    await page.goto('/admin/items/articles/suelto');
    await expect(stateOf('extra')).toHaveCount(3);
    await editor.caretAtEnd(english.locator('p').first());
    await editor.bar.getByRole('button', { name: 'Emparejar por orden' }).click();
    await expect(stateOf('extra')).toHaveCount(0);
    await expect(stateOf('current')).toHaveCount(3);
  });

  await test.step('a block is added where an empty one waits for it', async () => {
    await page.goto('/admin/items/articles/vacio');
    await editor.caretAtEnd(editor.text('español').getByText('No coma seis horas antes.'));
    await page.getByRole('button', { name: 'Agregar este bloque en inglés' }).click();
    await expect(english).toBeFocused();
    await page.keyboard.type('Fast.');
    await expect(english.locator('p')).toHaveText(['Come early.', 'Fast.', 'Drink water.']);
    await expect(stateOf('current')).toHaveCount(3);
  });
});
