import { expect, test, WAYS } from '../../helpers/accounts/account-test.ts';
import { expectBackToLead } from '../../helpers/accounts/going-back.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { canonicalPath } from '../../helpers/data-folders/sample-site.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

for (const { javaScriptEnabled, code } of WAYS) {
  test.describe(`${javaScriptEnabled ? 'with script' : 'without script'}, in ${code}`, () => {
    test.use({ javaScriptEnabled, code, serviceWorkers: 'allow' });
    const at = (path: string) => canonicalPath(code, path);

    test('one signs up, confirms by the mailed code, comes in as owner, leaves and comes back', {
      tag: javaScriptEnabled ? '@cloud' : [],
    }, async ({ page, pages, outbox, expected }) => {
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
      if (javaScriptEnabled) return;
      await pages.signOut(ANA);
      expected.problem(/\b401\b/);
      await expectBackToLead(page, pages, ANA, { hasScript: false });
    });
  });
}

test.describe('who has an account', () => {
  test.use({ accounts: { people: [ANA] } });

  test('is out on the next click where another browser ended the session', async ({ page, pages, site }) => {
    const { words } = pages;
    await pages.enter(ANA, '/admin');
    const another = createPlainBrowser(site.origin, await signInCookie(site.origin, ANA));
    await another.open('/admin/account');
    await another.press(words.account.end);
    expect(another.page.text).toContain(words.account.onlyThis);

    await page.getByRole('link', { name: words.account.title }).first().click();
    await expect(page).toHaveURL(/\/admin\/signin\?to=/);
    await pages.expectTitle(words.signIn.title);
    await expect(page.getByText(ANA.email)).toHaveCount(0);
    await another.open('/admin/account');
    expect(another.page.text).toContain(words.account.onlyThis);
  });
});
