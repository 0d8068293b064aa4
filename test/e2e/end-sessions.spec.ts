import { ANA } from '../helpers/account-pages.ts';
import { expect, test, WAYS } from '../helpers/account-test.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';

const BETO = { name: 'Beto Sol', email: 'beto@example.org', password: 'faro nube cobre' };

const WORDS = {
  es: { manage: 'Administrar la cuenta de Beto Sol', end: 'Cerrar sus sesiones', ended: 'Sus sesiones se cerraron.' },
  en: { manage: 'Manage Beto Sol’s account', end: 'End their sessions', ended: 'Their sessions have ended.' },
};

for (const { javaScriptEnabled, code } of WAYS) {
  test.describe(`${javaScriptEnabled ? 'with script' : 'without script'}, in ${code}`, () => {
    test.use({
      javaScriptEnabled,
      code,
      accounts: {
        people: [
          { ...ANA, role: 'owner' },
          { ...BETO, role: 'editor' },
        ],
      },
    });

    test('an owner ends the sessions of a person, who is out on the next click and may come back', async ({
      page,
      pages,
      another,
    }) => {
      const words = WORDS[code];
      await another.pages.open('/admin');
      await another.pages.signIn(BETO);
      await another.pages.expectDashboard(BETO);

      await pages.open('/admin/people');
      await pages.signIn(ANA);
      await page.getByText(words.manage, { exact: true }).click();
      const ends = page.getByRole('button', { name: words.end, exact: true }).and(page.locator(':visible'));
      await expect(ends).toHaveCount(1);
      if (javaScriptEnabled) await expectNoViolations(page);
      await ends.click();
      await expect(page.getByText(words.ended)).toBeVisible();

      await another.pages.open('/admin');
      await another.pages.expectTitle(pages.words.signIn.title);
      await another.pages.signIn(BETO);
      await another.pages.expectDashboard(BETO);
    });
  });
}
