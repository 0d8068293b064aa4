import { ANA } from '../helpers/account-pages.ts';
import { expect, test, WAYS } from '../helpers/account-test.ts';
import { canonicalPath } from '../helpers/sample-site.ts';

const NEW_PASSWORD = 'montaña vela cobre';

for (const { javaScriptEnabled, code } of WAYS) {
  test.describe(`${javaScriptEnabled ? 'with script' : 'without script'}, in ${code}`, () => {
    test.use({ javaScriptEnabled, code, serviceWorkers: 'allow' });
    const at = (path: string) => canonicalPath(code, path);

    test('one signs up, confirms by the mailed code, comes in as owner, leaves and comes back', {
      tag: '@cloud',
    }, async ({ page, pages, outbox }) => {
      const { words } = pages;
      await pages.open('/admin');
      await expect(page).toHaveURL(`${at('/admin/signin')}?to=${encodeURIComponent(at('/admin'))}`);
      await page.getByRole('link', { name: words.signIn.signUp }).click();
      await pages.expectTitle(words.signUp.title);
      await pages.signUp(ANA);
      await expect(page).toHaveURL(`${at('/admin/signup-confirm')}?email=${encodeURIComponent(ANA.email)}`);
      await expect(pages.field(words.email)).toHaveValue(ANA.email);
      const mail = await outbox.next(ANA.email);
      expect(mail.kind).toBe('confirm-code');
      await pages.enterCode(mail.code);
      await expect(page).toHaveURL(at('/admin'));
      await pages.expectDashboard(ANA);
      await expect(page.getByText(words.owner)).toBeVisible();

      await pages.signOut(ANA);
      await expect(page.getByRole('status').filter({ hasText: words.signedOut })).toBeVisible();
      await pages.open('/admin/people');
      await pages.expectTitle(words.signIn.title);
      await pages.signIn(ANA);
      await expect(page).toHaveURL(at('/admin/people'));
    });
  });
}

test.describe('who has an account', () => {
  test.use({ accounts: { people: [ANA] } });

  test('is out on the next click where another browser ended the session', async ({ page, pages, another, outbox }) => {
    const { words } = pages;
    const toAccount = () => page.getByRole('link', { name: words.account.title }).first().click();

    await test.step('a session that is ended from another browser is out on the next click', async () => {
      await pages.enter(ANA, '/admin');
      await another.pages.enter(ANA, '/admin/account');
      await another.page.getByRole('button', { name: words.account.end }).click();
      await expect(another.page.getByText(words.account.onlyThis)).toBeVisible();

      await toAccount();
      await expect(page).toHaveURL(/\/admin\/signin\?to=/);
      await pages.expectTitle(words.signIn.title);
      await expect(page.getByText(ANA.email)).toHaveCount(0);
      await another.page.reload();
      await expect(another.page.getByText(words.account.onlyThis)).toBeVisible();
    });

    await test.step('a forgotten password is replaced by code, which ends the other sessions', async () => {
      await pages.signIn(ANA);
      await pages.expectTitle(words.account.title);
      await another.page.context().clearCookies();
      await another.pages.open('/admin/signin');
      await another.page.getByRole('link', { name: words.signIn.forgotten }).click();
      await another.pages.expectTitle(words.reset.title);
      await another.pages.field(words.email).fill(ANA.email);
      await another.pages.press(words.reset.submit);
      await another.pages.expectTitle(words.resetConfirm.title);
      const mail = await outbox.next(ANA.email);
      expect(mail.kind).toBe('reset-code');
      await another.pages.field(words.code).fill(mail.code);
      await another.pages.field(words.newPassword).fill(NEW_PASSWORD);
      await another.pages.press(words.resetConfirm.submit);
      await expect(another.page.getByText(words.passwordChanged)).toBeVisible();
      await expect(another.pages.field(words.email)).toHaveValue(ANA.email);

      await page.getByRole('link', { name: 'Tablero' }).first().click();
      await pages.expectTitle(words.signIn.title);

      await another.pages.signIn(ANA);
      await another.pages.expectAlert(words.mismatch);
      await another.pages.signIn({ email: ANA.email, password: NEW_PASSWORD });
      await another.pages.expectDashboard(ANA);
      expect((await outbox.next(ANA.email)).kind).toBe('password-changed');
    });
  });
});
