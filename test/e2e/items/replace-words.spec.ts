import { readItem } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

test('words are found in all items, replaced while somebody writes, and put back', async ({
  openAs,
  site,
  publish,
}) => {
  await publish(ARTICLE_PATH, ['es']);
  const writer = await openAs('Beto', ARTICLE_PATH);
  const editor = createEditorPage(writer);
  await editor.caretAtEnd(editor.text('español').locator('p').last());
  await writer.keyboard.type(' El ayuno importa');
  await editor.expectSaved();

  const page = await openAs('Ana', '/admin/replace');
  const search = page.getByRole('search').filter({ has: page.getByLabel('Solo palabras completas') });
  await search.getByLabel('Buscar', { exact: true }).fill('AYUNO');
  await search.getByLabel('Solo palabras completas').check();
  await search.getByRole('button', { name: 'Buscar' }).click();
  const found = page.getByRole('heading', { name: /lugares en/ });
  await expect(found).toBeVisible();
  const places = page.getByRole('checkbox', { name: /ayuno/i });
  const count = await places.count();
  expect(count).toBeGreaterThan(1);
  await expect(page.getByText('El ayuno importa').first()).toBeVisible();
  const minor = page.getByLabel('Es un cambio menor');
  await expect(minor, 'for all languages').toBeChecked();
  await search.getByLabel('Idioma').selectOption('es');
  await search.getByRole('button', { name: 'Buscar' }).click();
  await expect(minor, 'for one language').not.toBeChecked();
  await search.getByLabel('Idioma').selectOption('');
  await search.getByRole('button', { name: 'Buscar' }).click();
  await expect(minor).toBeChecked();
  await places.first().uncheck();
  await page.getByLabel('Reemplazar con').fill('reposo');
  await page.getByRole('button', { name: `Reemplazar ${count - 1}` }).click();
  const result = page.getByRole('region', { name: /Se cambi/ });
  await expect(result).toContainText('1 contenido publicado tiene ahora cambios sin publicar.');
  await expect(places).toHaveCount(1);

  await test.step('who writes goes on at the caret', async () => {
    await expect(editor.text('español').locator('p').last()).toContainText('El reposo importa');
    await writer.keyboard.type(' mucho');
    await expect(editor.text('español').locator('p').last()).toContainText('El reposo importa mucho');
    await editor.expectSaved();
  });

  await test.step('what is public stays, and the replacement is taken back at its places alone', async () => {
    const shown = await (await fetch(`${site.origin}/articulos/ayuno`)).text();
    expect(shown).not.toContain('reposo');
    await result.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('region', { name: /Se deshi/ })).toBeVisible();
    await expect(editor.text('español').locator('p').last()).toContainText('El ayuno importa mucho');
    await expect.poll(async () => JSON.stringify(await readItem(site.dataDir, 'ayuno'))).not.toContain('reposo');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('words are replaced and put back by forms alone; a translator sees and changes only their language', async ({
    openAs,
  }) => {
    const page = await openAs('Tere', '/admin/replace');
    await page.getByLabel('Buscar', { exact: true }).fill('exam');
    await page.getByRole('button', { name: 'Buscar' }).click();
    const places = page.getByRole('checkbox', { name: /exam/i });
    const count = await places.count();
    expect(count).toBeGreaterThan(0);
    await page.getByLabel('Reemplazar con').fill('study');
    await page.getByRole('button', { name: /^Reemplazar/ }).click();
    await expect(page.getByRole('region', { name: /Se cambi/ })).toBeVisible();
    await expect(places).toHaveCount(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(places).toHaveCount(count);
    await page.getByLabel('Buscar', { exact: true }).fill('estudio');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(page.getByText(/que usted no puede cambiar/)).toBeVisible();
  });
});
