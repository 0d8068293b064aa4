import { expect, test } from '../../helpers/accounts/account-test.ts';
import { ADMIN_WORDS } from '../../helpers/admin/admin-words.ts';
import { createKeyboard } from '../../helpers/browser/keyboard.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

const words = ADMIN_WORDS.es;

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] } });

test('the command palette is used with the keyboard', async ({ page, pages }) => {
  const keyboard = createKeyboard(page);
  await pages.enter(ANA, '/admin');

  await test.step('the palette keeps the focus while it is open, and gives it back', async () => {
    const button = page.getByRole('button', { name: words.openPalette });
    await keyboard.use(button);
    const palette = page.getByRole('dialog', { name: words.palette });
    const search = palette.getByRole('combobox');
    await expect(search).toBeFocused();
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await expect(palette.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('the palette is walked through with the arrows, and says when nothing is found', async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: words.palette });
    const options = palette.getByRole('option');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(options.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('zzzz');
    await expect(palette.getByRole('status')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });

  await test.step('an Escape that follows at once closes the palette', async () => {
    const escaping = await page.evaluateHandle(pressEscapeOnFocus);
    await page.keyboard.press('Control+k');
    await escaping.evaluate(({ pressed }) => pressed);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

/** Runs in the page: presses Escape in the moment in which an input gets the focus. No key of the browser is as fast. */
function pressEscapeOnFocus(): { pressed: Promise<void> } {
  const { promise: pressed, resolve } = Promise.withResolvers<void>();
  document.addEventListener('focusin', function onFocus({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    document.removeEventListener('focusin', onFocus);
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    resolve();
  });
  return { pressed };
}
