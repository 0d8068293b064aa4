import { expect, test } from '../../helpers/accounts/account-test.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] }, contextOptions: { reducedMotion: 'no-preference' } });

const MESSAGE = 'Cerrando la sesión…';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

test('the loading overlay covers the page while one signs out, says why, and goes', async ({ page, pages }) => {
  await page.setViewportSize(PHONE);
  await pages.enter(ANA, '/admin');
  const overlay = page.getByRole('dialog', { name: MESSAGE });
  await expect(overlay).toHaveCount(0);

  const held = Promise.withResolvers<void>();
  // Including requests of the service worker.
  await page.context().route('**/admin/signout*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await pages.signOut(ANA);
  await expect(overlay).toBeFocused();
  await expect(overlay).toHaveAttribute('aria-busy', 'true');
  await expect(overlay.getByRole('status')).toHaveText(MESSAGE);
  await expect(overlay.locator('span')).toHaveCSS('animation-name', 'spin');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(overlay).toBeFocused();
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
    const under = await page.evaluate(() => document.elementFromPoint(40, 30)?.closest('dialog') !== null);
    expect(under, 'nothing below can be pressed').toBe(true);
  }

  held.resolve();
  await expect(page).toHaveURL(/\/admin\/signin(\?|$)/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(MESSAGE)).toHaveCount(0);
});
