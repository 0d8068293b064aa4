import type { Locator } from '@playwright/test';
import { expect, test } from '../helpers/account-test.ts';
import { OWNER, openEditor } from '../helpers/editor-page.ts';

const ARTICLE = 'articles/mri-or-ct';

test.use({ accounts: { people: [OWNER] }, hasSample: true });

test('a translation beside its source', async ({ pages, page }) => {
  const editor = await openEditor(pages, page, ARTICLE);

  await test.step('shows which block fell behind and why, until it is marked as current by its key', async () => {
    const [source, translation] = [editor.text('español'), editor.text('inglés')];
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(0);
    await editor.caretAtEnd(source.locator('p').first());
    await page.keyboard.type(' Frase agregada.');
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(1);
    await expect(editor.bar.getByRole('status')).toContainText('Bloque: Desactualizado');
    await expect(editor.bar.locator('ins')).toContainText('Frase agregada');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(translation).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(0);
    await expect(editor.bar.getByRole('status')).toContainText('Bloque: Al día');
    await editor.expectSaved();
    await page.reload();
    await expect(translation.locator('[data-unit-state="current"]').first()).toBeVisible();
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(0);
  });

  await test.step('stays current when the change of the source is marked as minor', async () => {
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.type('!');
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(1);
    // The editor's shortcuts do not apply in a dialog.
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(1);
    await editor.bar.getByRole('button', { name: /^Cambio menor/ }).click();
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(0);
  });

  await test.step('tells a moved block from a stale one', async () => {
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(editor.text('inglés').locator('[data-unit-state="moved"]')).toHaveCount(1);
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(0);
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(editor.text('inglés').locator('[data-unit-state="moved"]')).toHaveCount(0);
  });

  await test.step('gets the block that it lacks, and the keyboard goes between the two', async () => {
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.press('Enter');
    await page.keyboard.type('Un párrafo más.');
    await expect(editor.text('español').locator('[data-unit-state="missing"]')).toHaveCount(1);
    await editor.bar.getByRole('button', { name: 'Agregar este bloque en inglés' }).click();
    await expect(editor.text('inglés')).toBeFocused();
    await page.keyboard.type('One more paragraph.');
    await expect(editor.text('español').locator('[data-unit-state="missing"]')).toHaveCount(0);
    await expect(editor.text('inglés').locator('p').nth(1)).toHaveText('One more paragraph.');
    await page.keyboard.press('F6');
    await expect(editor.text('español')).toBeFocused();
    await expect(editor.text('inglés').locator('[data-opposite]')).toHaveText('One more paragraph.');
  });

  await test.step('scrolls with its source, and the source with it', async () => {
    const source = editor.text('español').getByRole('heading').nth(1);
    const translation = editor.text('inglés').getByRole('heading').nth(1);
    await expect(translation).toBeVisible();
    const below = (block: Locator) =>
      block.evaluate((element) => {
        const column = element.closest('[data-column]');
        return Math.round(element.getBoundingClientRect().top - (column?.getBoundingClientRect().top ?? 0));
      });
    await source.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const place = await below(source);
    await expect.poll(async () => Math.abs((await below(translation)) - place)).toBeLessThan(2);
    const first = editor.text('inglés').getByRole('heading').first();
    await first.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const own = await below(first);
    await expect
      .poll(async () => Math.abs((await below(editor.text('español').getByRole('heading').first())) - own))
      .toBeLessThan(2);
    expect(await below(first)).toBe(own);
  });

  await test.step('shows which of its fields belongs to the one that somebody is at', async () => {
    const marked = editor.column('en').locator('[data-unit][data-opposite]');
    await editor.column('es').getByLabel('Resumen').click();
    await expect(marked.getByLabel('Resumen')).toBeVisible();
    await editor.column('es').getByLabel('Título', { exact: true }).click();
    await expect(marked).toHaveCount(1);
    await expect(marked.getByLabel('Título')).toBeVisible();
  });
});
