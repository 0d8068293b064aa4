import { test as account } from '../../helpers/accounts/account-test.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { judgeViews } from '../../helpers/browser/judge-views.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const { expect } = account;
const test = account.extend({ accounts: { people: [{ ...ANA, role: 'owner' as const }] } });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled, viewport: { width: 320, height: 700 } });

    test('an owner finds a setting, is told what is wrong with it, and saves it by keyboard', async ({
      page,
      site,
      expected,
    }) => {
      expected.problem(/\b422\b/);
      const [name = '', value = ''] = (await signInCookie(site.origin, ANA)).split('=');
      await page.context().addCookies([{ name, value, url: site.origin }]);
      await page.goto('/admin/settings');
      if (javaScriptEnabled) await hydrated(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

      const search = page.getByRole('searchbox', { name: 'Buscar un ajuste' });
      await search.fill('dias mensaje');
      if (!javaScriptEnabled) await search.press('Enter');
      const days = page.getByLabel('Días que se conserva un mensaje');
      await expect(page.getByLabel('Zona horaria')).toBeHidden();
      await expect(days).toHaveAccessibleDescription(/Si queda vacío: 180\./);

      await days.fill('0');
      await days.press('Enter');
      await expect(page.getByRole('alert')).toContainText('No se guardó nada todavía');
      await expect(days).toHaveAccessibleDescription(/Escriba un número entero de 1 a 3,?650\./);
      await expect(days).toHaveValue('0');
      if (javaScriptEnabled) await judgeViews(page, 'phone');

      await page.getByRole('alert').getByRole('link').press('Enter');
      await expect(days).toBeFocused();
      await days.fill('45');
      await page.getByRole('button', { name: 'Guardar los ajustes' }).press('Enter');
      await expect(page.getByText('Los ajustes quedaron guardados.')).toBeVisible();
      await expect(days).toHaveValue('45');
      await expect(days).toHaveAccessibleDescription(/Cambiado aquí/);
      if (javaScriptEnabled) await expectNoViolations(page);
    });
  });
}
