import { expect, test } from '../../helpers/accounts/account-test.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

const BETO = { name: 'Beto Sol', email: 'beto@example.org', password: 'faro nube cobre' };

test.use({
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
  await another.pages.enter(BETO, '/admin');
  await another.pages.expectDashboard(BETO);

  await pages.enter(ANA, '/admin/people');
  await page.getByText('Administrar la cuenta de Beto Sol', { exact: true }).click();
  const ends = page.getByRole('button', { name: 'Cerrar sus sesiones', exact: true }).and(page.locator(':visible'));
  await expect(ends).toHaveCount(1);
  await ends.click();
  await expect(page.getByText('Sus sesiones se cerraron.')).toBeVisible();

  await another.page.getByRole('link', { name: pages.words.account.title }).first().click();
  await another.pages.expectTitle(pages.words.signIn.title);
  await another.pages.signIn(BETO);
  await another.pages.expectTitle(pages.words.account.title);
});
