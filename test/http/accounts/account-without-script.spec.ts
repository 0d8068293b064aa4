import { test as accountSite, expect } from '../../helpers/accounts/account-site-test.ts';
import { WORDS } from '../../helpers/accounts/account-words.ts';
import { DAY, MINUTE, passTime, SECOND } from '../../helpers/data-folders/pass-time.ts';
import { ANA, type Person } from '../../helpers/data-folders/person.ts';
import { createPlainBrowser, type PlainBrowser } from '../../helpers/requests/plain-browser.ts';

/** The forms of accounts in a browser without script, in English; `test/e2e` has them with script, in Spanish. */
const test = accountSite.extend<{ plain: PlainBrowser; another: PlainBrowser }>({
  code: 'en',
  plain: async ({ site }, use) => use(createPlainBrowser(site.origin)),
  another: async ({ site }, use) => use(createPlainBrowser(site.origin)),
});

const words = WORDS.en;
const EVA: Person = { name: 'Eva Luna', email: 'eva@example.org', password: 'puente niebla cobre' };
const NEW_PASSWORD = 'montaña vela cobre';

/** A different code. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function signUp(plain: PlainBrowser, { name, email, password }: Person): Promise<void> {
  plain.page.field(words.name).fill(name);
  plain.page.field(words.email).fill(email);
  plain.page.field(words.password).fill(password);
  await plain.press(words.signUp.submit);
}

async function signIn(plain: PlainBrowser, { email, password }: Omit<Person, 'name'>, remember = false): Promise<void> {
  plain.page.field(words.email).fill(email);
  plain.page.field(words.password).fill(password);
  if (remember) plain.page.field(words.remember).check();
  await plain.press(words.signIn.submit);
}

async function enterCode(plain: PlainBrowser, code: string): Promise<void> {
  plain.page.field(words.code).fill(code);
  await plain.press(words.confirm.submit);
}

/** Expects a problem beside a field, which takes the focus. */
function expectProblem(plain: PlainBrowser, label: string, sentence: string | RegExp): void {
  const { isInvalid, takesFocus, description } = plain.page.field(label);
  expect({ isInvalid, takesFocus }, label).toEqual({ isInvalid: true, takesFocus: true });
  expect(description).toMatch(typeof sentence === 'string' ? sentence : new RegExp(sentence.source.replace('^', '')));
}

/** Expects a sentence above the form. */
function expectAlert(plain: PlainBrowser, sentence: RegExp): void {
  expect(plain.page.one('alert').text).toMatch(sentence);
}

/** The bar of the admin area, with the links of the account. */
const barOf = (plain: PlainBrowser) => plain.page.whole.one('header', words.signOut);

const statusesOf = (plain: PlainBrowser) => plain.page.all('status').map(({ text }) => text);

function expectKept(plain: PlainBrowser, values: { [label: string]: string }): void {
  for (const [label, value] of Object.entries(values)) expect(plain.page.field(label).value, label).toBe(value);
}

const expectDashboard = (plain: PlainBrowser) => expect(plain.page.one('h1').text).toBe(words.greeting(ANA.name));

test('who signs up is told what is wrong, and how to go on', async ({ plain, outbox, site }) => {
  await test.step('a password that is not taken is told beside its field, and the rest is kept', async () => {
    await plain.open('/en/admin/signup');
    for (const [password, sentence] of [
      ['Password1', words.common],
      [ANA.email.toUpperCase(), words.isEmail],
      ['corta-7', words.tooShort],
    ] as const) {
      await signUp(plain, { ...ANA, password });
      expectProblem(plain, words.password, sentence);
      expectKept(plain, { [words.name]: ANA.name, [words.email]: ANA.email, [words.password]: '' });
    }
    await signUp(plain, { ...ANA, name: '   ' });
    expectProblem(plain, words.name, words.noName);
    await signUp(plain, { ...ANA, email: 'ana@example' });
    expectProblem(plain, words.email, words.badEmail);
    expectKept(plain, { [words.name]: ANA.name, [words.email]: 'ana@example' });
    expect([plain.status, plain.address]).toEqual([422, '/en/admin/signup']);
    expect(await outbox.waiting(ANA.email)).toEqual([]);
  });

  await signUp(plain, ANA);
  expect(plain.page.one('h1').text).toBe(words.confirm.title);
  const mailed = (await outbox.next(ANA.email)).code;

  await test.step('who signs in before the email is confirmed is told so, and led to the code', async () => {
    await plain.open('/en/admin/signin');
    await signIn(plain, ANA);
    expectAlert(plain, words.unconfirmed);
    await plain.follow(words.signIn.hasCode);
    expect(plain.page.one('h1').text).toBe(words.confirm.title);
    expectKept(plain, { [words.email]: ANA.email });
  });

  await test.step('a wrong code is told beside its field, the sixth is told to wait', async () => {
    for (let count = 0; count < 5; count++) {
      await enterCode(plain, otherCode(mailed));
      expectProblem(plain, words.code, words.badCode);
      expectKept(plain, { [words.email]: ANA.email, [words.code]: otherCode(mailed) });
    }
    await enterCode(plain, mailed);
    expectAlert(plain, words.wait);
    await passTime(site.dataDir, 30 * SECOND);
    await enterCode(plain, mailed);
    expectProblem(plain, words.code, words.deadCode);
    await plain.press(words.confirm.again);
    expect(statusesOf(plain)).toContainEqual(expect.stringMatching(words.resent));
  });

  await test.step('a code that is too old is told beside its field, and another works', async () => {
    const { code } = await outbox.next(ANA.email);
    await passTime(site.dataDir, 10 * MINUTE);
    await enterCode(plain, code);
    expectProblem(plain, words.code, words.deadCode);
    await plain.press(words.confirm.again);
    await passTime(site.dataDir, 5 * MINUTE);
    await enterCode(plain, (await outbox.next(ANA.email)).code);
    expectDashboard(plain);
  });
});

test.describe('where somebody has an account', () => {
  test.use({ accounts: { people: [ANA] } });

  test('who signs in is told what is wrong, and is asked again when the session has ended', async ({ plain, site }) => {
    await test.step('a wrong password and an unknown email read the same, and the sixth try is told to wait', async () => {
      await plain.open('/en/admin/signin?to=/en/admin/account');
      await signIn(plain, EVA, true);
      expectAlert(plain, words.mismatch);
      const told = plain.page.one('alert').text;
      for (let count = 0; count < 5; count++) {
        await signIn(plain, { ...ANA, password: EVA.password }, true);
        expect(plain.page.one('alert').text).toBe(told);
        expectKept(plain, { [words.email]: ANA.email, [words.password]: '' });
        expect(plain.page.field(words.remember).isChecked).toBe(true);
      }
      await signIn(plain, ANA);
      expectAlert(plain, words.wait);
      expectKept(plain, { [words.email]: ANA.email, [words.password]: '' });
      await passTime(site.dataDir, 30 * SECOND);
      await signIn(plain, ANA, true);
      expect(plain.address).toBe('/en/admin/account');
    });

    await test.step('a session that ends while a form is filled in leads through sign-in, which says so, back to the form', async () => {
      plain.page.field(words.name).fill('Ana María');
      await passTime(site.dataDir, 30 * DAY);
      await plain.press(words.account.save);
      expect(plain.page.one('h1').text).toBe(words.signIn.title);
      expect(statusesOf(plain)).toContainEqual(expect.stringContaining(words.sessionEnded));
      await signIn(plain, ANA);
      expect(plain.address).toBe('/en/admin/account');
      expectKept(plain, { [words.name]: ANA.name });
    });
  });

  test('who needs a new password, or signs up again, is told what to do', async ({ plain, outbox, site }) => {
    await test.step('a reset by a wrong code, a weak password or an old code says which, and another code works', async () => {
      const reset = async (digits: string, password: string) => {
        plain.page.field(words.code).fill(digits);
        plain.page.field(words.newPassword).fill(password);
        await plain.press(words.resetConfirm.submit);
      };
      const ask = async () => {
        plain.page.field(words.email).fill(ANA.email);
        await plain.press(words.reset.submit);
        expect(plain.page.one('h1').text).toBe(words.resetConfirm.title);
        return (await outbox.next(ANA.email)).code;
      };
      await plain.open('/en/admin/reset');
      const first = await ask();
      await reset(otherCode(first), NEW_PASSWORD);
      expectProblem(plain, words.code, words.badCode);
      expectKept(plain, { [words.email]: ANA.email, [words.newPassword]: '' });
      await reset(first, 'Password1');
      expectProblem(plain, words.newPassword, words.common);
      expectKept(plain, { [words.email]: ANA.email, [words.code]: first, [words.newPassword]: '' });
      await passTime(site.dataDir, 10 * MINUTE);
      await reset(first, NEW_PASSWORD);
      expectProblem(plain, words.code, words.deadCode);
      await plain.follow(words.resetConfirm.again);
      expect(plain.page.one('h1').text).toBe(words.reset.title);
      await reset(await ask(), NEW_PASSWORD);
      expect(plain.page.text).toContain(words.passwordChanged);
      expect((await outbox.next(ANA.email)).kind).toBe('password-changed');
    });

    await test.step('signing up with their email looks like any other, and tells them by mail', async () => {
      for (const { name, email, password } of [EVA, { ...EVA, email: ANA.email }]) {
        await plain.open('/en/admin/signup');
        await signUp(plain, { name, email, password });
        expect(plain.page.one('h1').text).toBe(words.confirm.title);
        expect(plain.address).toBe(`/en/admin/signup-confirm?email=${encodeURIComponent(email)}`);
        await enterCode(plain, '000000');
        expectProblem(plain, words.code, words.badCode);
      }
      expect((await outbox.next(EVA.email)).kind).toBe('confirm-code');
      const mail = await outbox.next(ANA.email);
      expect(mail).toMatchObject({ kind: 'existing-account', code: '' });
      expect(mail.source).not.toContain(EVA.name);
    });
  });

  test('who is out by what another browser did learns it from the next page', async ({ plain, another, outbox }) => {
    await test.step('a session that is ended from another browser is out on the next click', async () => {
      for (const browser of [plain, another]) {
        await browser.open('/en/admin/signin');
        await signIn(browser, ANA);
        expectDashboard(browser);
      }
      await another.follow(words.account.title, barOf(another));
      await another.press(words.account.end);
      expect(another.page.text).toContain(words.account.onlyThis);
      await plain.follow(words.account.title, barOf(plain));
      expect(plain.address).toContain('/en/admin/signin?to=');
      expect(plain.page.whole.text).not.toContain(ANA.email);
      await another.open('/en/admin/account');
      expect(another.page.text).toContain(words.account.onlyThis);
    });

    await test.step('a forgotten password is replaced by code, which ends the other sessions', async () => {
      await plain.open('/en/admin/signin');
      await plain.follow(words.signIn.forgotten);
      plain.page.field(words.email).fill(ANA.email);
      await plain.press(words.reset.submit);
      const mail = await outbox.next(ANA.email);
      expect(mail.kind).toBe('reset-code');
      plain.page.field(words.code).fill(mail.code);
      plain.page.field(words.newPassword).fill(NEW_PASSWORD);
      await plain.press(words.resetConfirm.submit);
      expect(plain.page.text).toContain(words.passwordChanged);
      expectKept(plain, { [words.email]: ANA.email });

      await another.open('/en/admin/account');
      expect(another.page.one('h1').text).toBe(words.signIn.title);
      await signIn(plain, ANA);
      expectAlert(plain, words.mismatch);
      await signIn(plain, { email: ANA.email, password: NEW_PASSWORD });
      expectDashboard(plain);
    });
  });

  test.describe('on a server that restarts', () => {
    test.use({ ownProcess: true });

    test('a session outlives the server', async ({ plain, another, site }) => {
      for (const [browser, remember] of [
        [plain, false],
        [another, true],
      ] as const) {
        await browser.open('/en/admin/signin');
        await signIn(browser, ANA, remember);
        expectDashboard(browser);
      }
      await site.restart();
      for (const browser of [plain, another]) {
        await browser.open('/en/admin');
        expectDashboard(browser);
        await browser.press(words.signOut, barOf(browser));
        expect(browser.page.one('h1').text).toBe(words.signIn.title);
      }
    });
  });
});
