import type { AccountPages } from '../../helpers/accounts/account-pages.ts';
import { expect, test } from '../../helpers/accounts/account-test.ts';
import { expectBackToLead } from '../../helpers/accounts/going-back.ts';
import { DAY, MINUTE, passTime, SECOND } from '../../helpers/data-folders/pass-time.ts';
import { ANA, type Person } from '../../helpers/data-folders/person.ts';
import { sendForm } from '../../helpers/requests/send-form.ts';
import { sendsForm } from '../../helpers/requests/sends-form.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

const EVA: Person = { name: 'Eva Luna', email: 'eva@example.org', password: 'puente niebla cobre' };
const NEW_PASSWORD = 'montaña vela cobre';

/** A different code. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The values a form keeps; passwords are always empty. */
async function expectKept(pages: AccountPages, values: { [label: string]: string }): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(pages.field(label)).toHaveValue(value);
}

/** Sends four wrong forms more, without the page: the next one is the sixth. */
async function sendFourMore(site: RunningSite, path: string, fields: { [name: string]: string }): Promise<void> {
  for (let count = 0; count < 4; count++) {
    const { status } = await sendForm(site.origin, path, fields);
    expect([401, 422]).toContain(status);
  }
}

test.beforeEach(({ expected }) => {
  expected.problem(/^(answer (401|403|410|422|429): |.* status of (401|403|410|422|429)\b.*).*\/admin\//);
});

test('who signs up is told what is wrong, and how to go on', async ({ page, pages, outbox, site }) => {
  const { words } = pages;
  const resent = page.getByRole('status').filter({ hasText: words.resent });

  await test.step('a password that is not taken is told beside its field, and the rest is kept', async () => {
    await pages.open('/admin/signup');
    await pages.signUp({ ...ANA, password: 'Password1' });
    await pages.expectProblem(words.password, words.common);
    await expect(pages.field(words.password)).toBeFocused();
    await expectKept(pages, { [words.name]: ANA.name, [words.email]: ANA.email, [words.password]: '' });
    await pages.signUp({ ...ANA, name: '   ' });
    await pages.expectProblem(words.name, words.noName);
    await expect(pages.field(words.name)).toBeFocused();
    await pages.signUp({ ...ANA, email: 'ana@example' });
    await pages.expectProblem(words.email, words.badEmail);
    await expect(pages.field(words.email)).toBeFocused();
    await expectKept(pages, { [words.name]: ANA.name, [words.email]: 'ana@example' });
    await pages.signUp({ ...ANA, password: 'corta-7' });
    await expect(pages.field(words.password)).toBeFocused();
    await pages.expectProblem(words.password, words.tooShort);
    await expect(page).toHaveURL('/admin/signup');
    expect(await outbox.waiting(ANA.email)).toEqual([]);
  });

  await pages.signUp(ANA);
  await pages.expectTitle(words.confirm.title);
  const mailed = (await outbox.next(ANA.email)).code;

  await test.step('who signs in before the email is confirmed is told so, and led to the code', async () => {
    await pages.open('/admin/signin');
    await pages.signIn(ANA);
    await pages.expectAlert(words.unconfirmed);
    await page.getByRole('link', { name: words.signIn.hasCode }).click();
    await pages.expectTitle(words.confirm.title);
    await expect(pages.field(words.email)).toHaveValue(ANA.email);
  });

  await test.step('a wrong code is told beside its field, the sixth is told to wait', async () => {
    await pages.enterCode(otherCode(mailed));
    await pages.expectProblem(words.code, words.badCode);
    await expect(pages.field(words.code)).toBeFocused();
    await expectKept(pages, { [words.email]: ANA.email, [words.code]: otherCode(mailed) });
    await sendFourMore(site, '/admin/signup-confirm', { email: ANA.email, code: otherCode(mailed) });
    await pages.enterCode(mailed);
    await pages.expectAlert(words.wait);
    await passTime(site.dataDir, 30 * SECOND);
    await pages.enterCode(mailed);
    await pages.expectProblem(words.code, words.deadCode);
    await pages.press(words.confirm.again);
    await expect(resent).toBeFocused();
  });

  await test.step('another code works', async () => {
    await passTime(site.dataDir, 5 * MINUTE);
    await pages.enterCode((await outbox.next(ANA.email)).code);
    await pages.expectDashboard(ANA);
  });
});

test.describe('where somebody has an account', () => {
  test.use({ accounts: { people: [ANA] } });

  test('who signs in is told what is wrong, and is asked again when the session has ended', async ({
    page,
    pages,
    site,
  }) => {
    const { words } = pages;

    await test.step('a wrong password and an unknown email read the same, and the sixth try is told to wait', async () => {
      await pages.open('/admin/signin?to=/admin/account');
      await pages.signIn(EVA, { remember: true });
      await pages.expectAlert(words.mismatch);
      const alert = await page.getByRole('alert').textContent();
      await pages.signIn({ ...ANA, password: EVA.password }, { remember: true });
      await expectKept(pages, { [words.email]: ANA.email, [words.password]: '' });
      await expect(page.getByRole('alert')).toHaveText(alert ?? '');
      await pages.expectAlert(words.mismatch);
      await expect(page.getByRole('checkbox', { name: words.remember })).toBeChecked();
      await sendFourMore(site, '/admin/signin', { email: ANA.email, password: EVA.password });
      await pages.signIn(ANA);
      await pages.expectAlert(words.wait);
      await expectKept(pages, { [words.email]: ANA.email, [words.password]: '' });
      await passTime(site.dataDir, 30 * SECOND);
      await pages.signIn(ANA, { remember: true });
      await expect(page).toHaveURL('/admin/account');
    });

    await test.step('a session that ends while a form is filled in leads through sign-in, which says so, back to the form', async () => {
      await pages.field(words.name).fill('Ana María');
      await passTime(site.dataDir, 30 * DAY);
      // Another window is the first to be told; so may the connection for live data be.
      await page.request.get('/admin');
      await pages.press(words.account.save);
      await pages.expectTitle(words.signIn.title);
      const notice = page.getByRole('status').filter({ hasText: words.sessionEnded });
      await expect(notice).toBeFocused();
      await pages.signIn(ANA);
      await expect(page).toHaveURL('/admin/account');
      await expect(pages.field(words.name)).toHaveValue(ANA.name);
    });
  });

  test('who needs a new password is told what to do', async ({ page, pages, outbox, site }) => {
    const { words } = pages;

    await test.step('a reset by a wrong code, a weak password or an old code says which, and another code works', async () => {
      const reset = async (digits: string, password: string) => {
        await pages.field(words.code).fill(digits);
        await pages.field(words.newPassword).fill(password);
        await pages.press(words.resetConfirm.submit);
      };
      const ask = async () => {
        await pages.field(words.email).fill(ANA.email);
        await pages.press(words.reset.submit);
        await pages.expectTitle(words.resetConfirm.title);
        return (await outbox.next(ANA.email)).code;
      };
      await pages.open('/admin/reset');
      const first = await ask();
      await reset(otherCode(first), NEW_PASSWORD);
      await pages.expectProblem(words.code, words.badCode);
      await expect(pages.field(words.code)).toBeFocused();
      await expectKept(pages, { [words.email]: ANA.email, [words.newPassword]: '' });
      await reset(first, 'Password1');
      await pages.expectProblem(words.newPassword, words.common);
      await expect(pages.field(words.newPassword)).toBeFocused();
      await expectKept(pages, { [words.email]: ANA.email, [words.code]: first, [words.newPassword]: '' });
      await passTime(site.dataDir, 10 * MINUTE);
      await reset(first, NEW_PASSWORD);
      await pages.expectProblem(words.code, words.deadCode);
      await page.getByRole('link', { name: words.resetConfirm.again }).click();
      await pages.expectTitle(words.reset.title);
      await reset(await ask(), NEW_PASSWORD);
      await expect(page.getByText(words.passwordChanged)).toBeVisible();
      expect((await outbox.next(ANA.email)).kind).toBe('password-changed');
    });
  });
});

test('a double click sends a form once, and Back leads where one may be', async ({ page, pages, outbox }) => {
  const { words } = pages;
  const doubleClick = (name: string) => page.getByRole('button', { name, exact: true }).dblclick();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (sendsForm(request)) posts.push(new URL(request.url()).pathname.replace(/\.data$/, ''));
  });
  await pages.open('/admin/signup');
  await pages.field(words.name).fill(ANA.name);
  await pages.field(words.email).fill(ANA.email);
  await pages.field(words.password).fill(ANA.password);
  await doubleClick(words.signUp.submit);
  await pages.expectTitle(words.confirm.title);
  await pages.field(words.code).fill((await outbox.next(ANA.email)).code);
  await doubleClick(words.confirm.submit);
  await pages.expectDashboard(ANA);
  await pages.signOut(ANA);
  await pages.expectTitle(words.signIn.title);
  await pages.field(words.email).fill(ANA.email);
  await pages.field(words.password).fill(ANA.password);
  await doubleClick(words.signIn.submit);
  await pages.expectDashboard(ANA);
  expect(posts).toEqual(['/admin/signup', '/admin/signup-confirm', '/admin/signout', '/admin/signin']);
  await pages.signOut(ANA);
  await pages.expectTitle(words.signIn.title);
  await expectBackToLead(page, pages, ANA, { hasScript: true });
});
