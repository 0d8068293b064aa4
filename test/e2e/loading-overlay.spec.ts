import { ANA } from '../helpers/account-pages.ts';
import { expect, test } from '../helpers/account-test.ts';
import { canonicalPath } from '../helpers/sample-site.ts';

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] } });

const MESSAGES = { es: 'Cerrando la sesión…', en: 'Signing out…' };

for (const { code, ...viewport } of [
  { code: 'es', width: 390, height: 844 },
  { code: 'en', width: 1280, height: 800 },
] as const) {
  test.describe(`in ${code}, ${viewport.width} px wide`, () => {
    test.use({ code, viewport });

    test('the loading overlay covers the page while one signs out, says why, and goes', async ({ page, pages }) => {
      await pages.enter(ANA, '/admin');
      const overlay = page.getByRole('dialog', { name: MESSAGES[code] });
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
      await expect(overlay.getByRole('status')).toHaveText(MESSAGES[code]);
      expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
      await expect(overlay.locator('span')).toHaveCSS('animation-name', 'spin');

      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      await expect(overlay).toBeFocused();
      const under = await page.evaluate(() => document.elementFromPoint(40, 30)?.closest('dialog') !== null);
      expect(under, 'nothing below can be pressed').toBe(true);

      held.resolve();
      await expect(page).toHaveURL(new RegExp(`${canonicalPath(code, '/admin/signin')}(\\?|$)`));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(MESSAGES[code])).toHaveCount(0);
    });
  });
}
