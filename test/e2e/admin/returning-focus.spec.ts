import type { Locator, Page } from '@playwright/test';
import { ADMIN_WORDS } from '../../helpers/admin/admin-words.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const layers = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu], dialog[open]');

/** Uses a control with the keyboard. */
async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await control.press(key);
}

/** Closes the layer that is open, and expects the focus where it was. */
async function expectReturn(page: Page, to: Locator, what: string): Promise<void> {
  await expect(layers(page).last(), what).toBeVisible();
  // A menu that opened a dialog has the focus until it has faded.
  const hasFocus = () =>
    layers(page)
      .last()
      .evaluate((layer) => layer.matches(':focus-within'));
  await expect.poll(hasFocus, what).toBe(true);
  await page.keyboard.press('Escape');
  await expect(layers(page), what).toHaveCount(0);
  await expect(to, what).toBeFocused();
}

// With motion, a layer is there while it closes; without, it is gone at once, with its item that had the focus.
for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`with motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('whatever closes in the editor, the focus returns to where it was, and keys work on', async ({ openAs }) => {
      const page = await openAs('Ana', ARTICLE_PATH);
      const editor = createEditorPage(page);
      const text = editor.text('español');
      const title = page.getByLabel('Título', { exact: true }).first();
      const button = (name: string | RegExp, scope: Page | Locator = page) =>
        scope.getByRole('button', { name, exact: typeof name === 'string' });
      const more = page.getByRole('button', { name: 'Más acciones' });
      await expect(text).toContainText('Beba agua.');

      await test.step('help, from a text at its caret, from a field, and from nowhere', async () => {
        await editor.caretAtEnd(text.locator('p').last());
        await page.keyboard.press('F1');
        await expectReturn(page, text, 'help from the text');
        await page.keyboard.type(' Sin gas.');
        await expect(text.locator('p').last()).toContainText('Beba agua. Sin gas.');
        await title.focus();
        await title.press('F1');
        await expectReturn(page, title, 'help from the title');
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await page.keyboard.press('F1');
        await expectReturn(page, page.getByRole('main'), 'help from nowhere');
        await page.keyboard.press('F1');
        await expectReturn(page, page.getByRole('main'), 'help from the page');
      });

      await test.step('the menu of further actions, and what it opens', async () => {
        await press(more);
        await expectReturn(page, more, 'the menu');
        await press(more);
        await page.getByRole('menuitem', { name: /^Atajos y ayuda/ }).press('Enter');
        await expectReturn(page, more, 'help from the menu');
        await press(more);
        await page.getByRole('menuitem', { name: /F9/ }).press('Enter');
        await expect(text).toBeFocused();
        await page.keyboard.press('F9');
        await expect(text).toBeFocused();
      });

      await test.step('details, publishing and the palette', async () => {
        for (const name of ['Datos y portada', 'Publicar…', ADMIN_WORDS.es.openPalette]) {
          const opener = button(name).first();
          await press(opener);
          await expectReturn(page, opener, String(name));
        }
        await title.focus();
        await page.keyboard.press('Control+k');
        await expectReturn(page, title, 'the palette from the title');
        await press(button('Publicar…'));
        const when = button('Cuándo: Publicar');
        await press(when);
        await expect(page.getByRole('menuitemradio').first()).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(when).toBeFocused();
        await expectReturn(page, button('Publicar…'), 'publishing, after its menu');
      });

      await test.step('the dialogs of links and pictures, and the menus of tools', async () => {
        await editor.caretAtEnd(text.locator('p').first());
        await page.keyboard.press('Control+k');
        await expectReturn(page, text, 'a link');
        const tools = page.getByRole('toolbar', { name: /español/ }).locator('button[aria-haspopup=menu]');
        for (const index of [0, 1, 2]) {
          await press(tools.nth(index));
          await expectReturn(page, text, `menu ${index} of the toolbar`);
        }
        await press(tools.nth(1));
        await page.getByRole('menuitem', { name: /Imagen/ }).press('Enter');
        await expectReturn(page, text, 'a picture');
      });

      await test.step('the preview', async () => {
        await press(button('Vista previa'));
        await press(button('Cerrar', page.getByRole('complementary', { name: 'Vista previa' })));
        await expect(button('Vista previa')).toBeFocused();
      });

      await test.step('a button that is gone once it has done its work', async () => {
        await editor.caretAtEnd(text.locator('p').last());
        await page.keyboard.type(' Más.');
        await press(editor.bar.getByRole('button', { name: 'Cambio menor' }));
        await expect(text).toBeFocused();
      });
    });

    test('whatever closes in a list and in the frame, the focus returns to where it was', async ({ openAs }) => {
      const page = await openAs('Ana', '/admin/items/articles');
      const menus = page.locator('button[aria-haspopup=menu]:visible');
      await expect(menus.first()).toBeVisible();
      for (let index = 0; index < (await menus.count()); index++) {
        await press(menus.nth(index));
        await expectReturn(page, menus.nth(index), `menu ${index}`);
      }
      await page.setViewportSize({ width: 390, height: 700 });
      const navigation = page.getByRole('button', { name: 'Abrir el menú' });
      await press(navigation);
      await expectReturn(page, navigation, 'the navigation of a phone');
      await page.setViewportSize({ width: 1280, height: 800 });

      // The row is gone with its menu: the focus is on the result.
      await press(page.getByRole('main').locator('button[aria-haspopup=menu]').first());
      await page.getByRole('menuitem', { name: 'Mover a la papelera' }).press('Enter');
      await expect(page.getByRole('region', { name: /papelera/ })).toBeFocused();

      await page.goto('/admin/items/articles?place=trash');
      const row = page.getByRole('main').locator('button[aria-haspopup=menu]').first();
      await press(row);
      const purge = page.getByRole('menuitem', { name: 'Eliminar para siempre' });
      if (await purge.count()) {
        await purge.press('Enter');
        await expectReturn(page, row, 'the question before deleting');
      }
    });
  });
}
