import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

/** All but Ctrl+Shift, which leads to what is still to be done. */
const MODIFIERS = ['Control', 'Alt', 'Meta', 'Shift'];

test('a key that is pressed with another is never taken for the key alone', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const text = editor.text('español');
  const title = page.getByLabel('Título', { exact: true }).first();
  await expect(text).toContainText('Beba agua.');

  await test.step('Enter in a title, which leads to the text', async () => {
    await title.click();
    await page.keyboard.press('End');
    let written = await title.inputValue();
    for (const modifier of MODIFIERS) {
      await page.keyboard.press(`${modifier}+Enter`);
      await page.keyboard.type('x');
      written += 'x';
      await expect(title, modifier).toHaveValue(written);
      await expect(title, modifier).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(text).toBeFocused();
  });

  await test.step('Enter and the arrows in the menu of the slash', async () => {
    await editor.caretAtEnd(text.locator('p').last());
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    const option = page.getByRole('listbox').getByRole('option');
    await expect(option.first()).toHaveAttribute('aria-selected', 'true');
    for (const key of ['Control+Enter', 'Alt+ArrowDown', 'Control+ArrowDown', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await expect(text.locator('h2, h3, ul, ol, table, blockquote'), key).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
  });

  await test.step('the arrows in the toolbar', async () => {
    const tools = page.getByRole('toolbar', { name: /español/ }).getByRole('button');
    await tools.first().focus();
    await page.keyboard.press('Control+ArrowRight');
    await expect(tools.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tools.first()).not.toBeFocused();
  });

  await test.step('Enter in the command palette', async () => {
    await title.focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await expect(palette.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('zzzz');
    await expect(palette.getByRole('combobox')).toHaveValue('zzzz');
  });
});
