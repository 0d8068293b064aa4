import type { Page } from '@playwright/test';
import { createEditorPage } from '../helpers/editor-page.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { writeItems } from '../helpers/write-items.ts';

const stateOf = (page: Page, state: string) =>
  page.getByRole('textbox', { name: 'Texto en inglés' }).locator(`[data-unit-state="${state}"]`);

test('the parts of a text', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);

  await test.step('its length, its topics and how a search engine may show it follow what is written', async () => {
    const spanish = editor.column('es');
    await expect(spanish.getByText('7 palabras · 1 min de lectura')).toBeVisible();
    await editor.caretAtEnd(editor.text('español').locator('p').last());
    await page.keyboard.type(' Y descanse bien.');
    await expect(spanish.getByText('10 palabras · 1 min de lectura')).toBeVisible();

    await spanish.getByText('Buscadores', { exact: true }).click();
    const shown = spanish.getByRole('figure', { name: 'Así puede verse en un buscador' });
    await expect(shown.getByText('El ayuno antes del estudio', { exact: true })).toBeVisible();
    await spanish.getByLabel('Título para buscadores').fill('¿Cuánto ayunar?');
    await expect(shown).toContainText('¿Cuánto ayunar?');
    await expect(shown.getByText('El ayuno antes del estudio', { exact: true })).toHaveCount(0);

    await page.getByRole('button', { name: 'Datos y portada' }).click();
    const topics = page.getByRole('dialog').getByRole('group', { name: 'Temas' }).getByRole('checkbox');
    await topics.first().check();
    await page.keyboard.press('Escape');
    await editor.expectSaved();
    await page.reload();
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    await expect(topics.first()).toBeChecked();
    await expect(topics.nth(1)).not.toBeChecked();
    await page.keyboard.press('Escape');
  });

  await test.step('a quote and a callout are inserted, changed and taken away, and undone and done again', async () => {
    const text = editor.text('español');
    await editor.caretAtEnd(text.locator('p').last());
    await page.keyboard.press('Enter');
    await page.keyboard.type('/cita');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Vengo tranquila.');
    await expect(text.getByRole('blockquote')).toHaveText('Vengo tranquila.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/recuadro');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Lleve su orden.');
    const callout = text.getByRole('note');
    await expect(callout).toHaveText('Lleve su orden.');
    await expect(callout).toHaveAttribute('data-kind', 'note');
    const kinds = page.getByRole('toolbar', { name: 'Tipo de recuadro' });
    await kinds.getByRole('button', { name: 'Atención' }).click();
    await expect(callout).toHaveAttribute('data-kind', 'warning');
    await expect(kinds.getByRole('button', { name: 'Atención' })).toHaveAttribute('aria-pressed', 'true');
    await kinds.getByRole('button', { name: 'Quitar el recuadro' }).click();
    await expect(callout).toHaveCount(0);
    await expect(text).toContainText('Lleve su orden.');
    const blocks = () =>
      text
        .locator(':scope > *')
        .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
    const written = await blocks();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(blocks).not.toEqual(written);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(blocks).toEqual(written);
    await expect(text.getByRole('blockquote')).toHaveText('Vengo tranquila.');
  });
});

test('a translation begins', async ({ openAs, site }) => {
  const { es, en } = ARTICLE.languages;
  if (!es || !en) throw new Error('The article has both languages');
  await writeItems(site.dataDir, [
    { ...ARTICLE, id: 'vacio', languages: { es: { ...es, slug: 'vacio' } } },
    { ...ARTICLE, id: 'lleno', languages: { es: { ...es, slug: 'lleno' } } },
    {
      ...ARTICLE,
      id: 'suelto',
      languages: { es: { ...es, slug: 'suelto' }, en: { ...en, slug: 'loose', links: {} } },
    },
  ]);
  const page = await openAs('Ana', '/admin/items/articles/vacio');
  const editor = createEditorPage(page);
  const english = editor.text('inglés');

  await test.step('with the structure of its source', async () => {
    await page.getByRole('button', { name: 'Copiar la estructura, sin palabras' }).click();
    await expect(english.locator('p')).toHaveCount(2);
    await expect(english).not.toContainText('agua');
    await expect(page.getByText('Empezar desde el original')).toHaveCount(0);
  });

  await test.step('with the words of its source', async () => {
    await page.goto('/admin/items/articles/lleno');
    await page.getByRole('button', { name: 'Copiar la estructura con el texto original' }).click();
    await expect(english.locator('p')).toHaveText(['No coma seis horas antes.', 'Beba agua.']);
  });

  await test.step('with a text that nothing ties to its source, which is matched by its order', async () => {
    await page.goto('/admin/items/articles/suelto');
    await expect(stateOf(page, 'extra')).toHaveCount(2);
    await editor.caretAtEnd(english.locator('p').first());
    await editor.bar.getByRole('button', { name: 'Emparejar por orden' }).click();
    await expect(stateOf(page, 'extra')).toHaveCount(0);
    await expect(stateOf(page, 'current')).toHaveCount(2);
  });
});
