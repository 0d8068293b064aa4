import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/accounts/account-test.ts';
import { ADMIN_WORDS } from '../../helpers/admin/admin-words.ts';
import { createKeyboard, expectVisibleFocus } from '../../helpers/browser/keyboard.ts';
import type { Member } from '../../helpers/data-folders/create-accounts.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const BETO = { name: 'Beto Luna', email: 'beto@example.org', password: 'vela montaña cobre' };

const LUZ = { name: 'Luz Ortega', email: 'luz@example.org', password: 'puente niebla cobre' };

const PEOPLE: Member[] = [
  { ...ANA, role: 'owner' },
  { ...BETO, role: 'viewer' },
  { ...LUZ, role: 'owner' },
];

async function expectFocusOnTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused();
}

test.describe('in en', () => {
  test.use({ code: 'en' });
  const words = ADMIN_WORDS.en;

  test('one signs up, finds a page, changes the account and signs out without a mouse', async ({
    page,
    pages,
    outbox,
  }) => {
    const keyboard = createKeyboard(page);
    const { words: account } = pages;
    await pages.open('/admin/signin');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: words.skip })).toBeFocused();
    await expectVisibleFocus(page);
    await keyboard.use(page.getByRole('link', { name: account.signIn.signUp }));
    await expectFocusOnTitle(page, account.signUp.title);

    await keyboard.type(pages.field(account.name), ANA.name);
    await keyboard.type(pages.field(account.email), ANA.email);
    await keyboard.type(pages.field(account.password), ANA.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(account.confirm.title);
    await expect(pages.field(account.code)).toBeFocused();
    await page.keyboard.type((await outbox.next(ANA.email)).code);
    await page.keyboard.press('Enter');
    await expectFocusOnTitle(page, account.greeting(ANA.name));

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: words.palette });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(words.people);
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expectFocusOnTitle(page, words.people);

    await keyboard.use(page.getByRole('button', { name: account.menu(ANA.name) }));
    await expect(page.getByRole('menuitem', { name: account.account.title })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectFocusOnTitle(page, account.account.title);
    const name = pages.field(account.name);
    await keyboard.tabTo(name);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ana R.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: words.profileSaved })).toBeFocused();

    await keyboard.use(page.getByRole('button', { name: account.menu('Ana R.') }));
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: account.signOut })).toBeFocused();
    await page.keyboard.press('Enter');
    await pages.expectTitle(account.signIn.title);
    await expect(page.getByRole('status').filter({ hasText: account.signedOut })).toBeFocused();
  });
});

test.describe('what is wrong', () => {
  test.use({ accounts: { people: [ANA] } });

  test('is told where the focus goes, and while one types', async ({ page, pages, expected }) => {
    expected.problem(/401/);

    await test.step('what is wrong takes the focus: the first wrong field, or the sentence above the form', async () => {
      const keyboard = createKeyboard(page);
      const { words: account } = pages;
      await pages.open('/admin/signin');
      await keyboard.use(page.getByRole('button', { name: account.signIn.submit }));
      await expect(pages.field(account.email)).toBeFocused();
      await pages.expectProblem(account.email, account.badEmail);
      await page.keyboard.type(ANA.email);
      await page.keyboard.press('Enter');
      await expect(pages.field(account.password)).toBeFocused();
      await expectVisibleFocus(page);
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await pages.expectAlert(account.mismatch);
      await expectVisibleFocus(page);
      // The same error again is announced again.
      await keyboard.type(pages.field(account.password), 'not the password');
      await page.keyboard.press('Enter');
      await pages.expectAlert(account.mismatch);
    });

    await test.step('what changes as one types is told by a region that was there before', async () => {
      await pages.open('/admin/signup');
      const password = pages.field(pages.words.password);
      const regions = page.getByRole('main').getByRole('status');
      const before = await regions.count();
      await expect(regions.filter({ hasText: /\w/ })).toHaveCount(0);
      await password.focus();
      await page.keyboard.type('abc');
      await expect(regions.filter({ hasText: /^Muy corta/ })).toBeVisible();
      await expect(password).toHaveAccessibleDescription(/Muy corta/);
      await page.keyboard.type(' lámpara río sereno');
      await expect(regions.filter({ hasText: /^Muy buena/ })).toBeVisible();
      await expect(regions).toHaveCount(before);
    });
  });
});

test.describe('in the admin area', () => {
  test.use({
    // Menus and dialogs close with their transitions here, and give the focus back.
    contextOptions: { reducedMotion: 'no-preference' },
    accounts: { people: PEOPLE },
  });
  const words = ADMIN_WORDS.es;

  test('what is around the page is used with the keyboard', async ({ page, pages, site, expected }) => {
    expected.problem(/403/);
    const keyboard = createKeyboard(page);

    await test.step('signing in leads to the title of the page that was asked for', async () => {
      await pages.open('/admin/signin');
      await pages.signIn(ANA);
      await expectFocusOnTitle(page, pages.words.greeting(ANA.name));
    });

    for (const name of [words.colorMode, 'Cuenta: Ana Robles']) {
      await test.step(`the menu "${name}" is opened, walked through and left`, async () => {
        const button = page.getByRole('button', { name });
        await keyboard.use(button);
        const menu = page.getByRole('menu');
        const items = menu.getByRole(/^Modo/.test(name) ? 'menuitemradio' : 'menuitem');
        await expect(items.first()).toBeFocused();
        await page.keyboard.press('End');
        await expect(items.last()).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
        await expect(button).toBeFocused();
      });
    }

    await test.step('in a low window, a link of the navigation that has the focus is not covered', async () => {
      await page.setViewportSize({ width: 1280, height: 640 });
      for (const link of await page.getByRole('navigation', { name: words.navigation }).getByRole('link').all()) {
        await link.focus();
        await expect.poll(() => link.evaluate(isUncovered), await link.textContent().then(String)).toBe(true);
      }
    });

    await test.step('on a phone, the navigation opens over the page, keeps the focus, and leads to the title of a page', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const button = page.getByRole('button', { name: words.openNavigation });
      await keyboard.use(button);
      const sheet = page.getByRole('dialog', { name: words.navigation });
      await expect(sheet).toBeVisible();
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab']) {
        await page.keyboard.press(key);
        await expect(sheet.locator(':focus')).toHaveCount(1);
      }
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await keyboard.use(sheet.getByRole('link', { name: words.audit }));
      await expect(sheet).toBeHidden();
      await expectFocusOnTitle(page, words.audit);
      await page.goBack();
      await expectFocusOnTitle(page, pages.words.greeting(ANA.name));
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await test.step('a page that may not be opened takes the focus with its error, and going back takes it too', async () => {
      const elsewhere = createPlainBrowser(site.origin, await signInCookie(site.origin, ANA));
      await elsewhere.open('/admin/people');
      elsewhere.page.one('listitem', ANA.email).field(words.role).check(words.roles.viewer);
      await elsewhere.press(words.saveRole, elsewhere.page.one('listitem', ANA.email));
      await page.getByRole('navigation').getByRole('link', { name: words.people }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('403');
      await page.goBack();
      await expectFocusOnTitle(page, pages.words.greeting(ANA.name));
    });
  });

  test('people are managed with the keyboard', async ({ page, pages }) => {
    const keyboard = createKeyboard(page);
    /** Opens the page, and the part of a person on it. */
    const manage = async () => {
      await pages.open('/admin/people');
      await keyboard.use(page.getByRole('link', { name: words.skip }));
      await keyboard.use(page.getByText(words.manage(BETO.name)));
    };
    await pages.enter(ANA);
    await manage();
    const row = page.getByRole('listitem').filter({ hasText: BETO.email });

    await test.step('what was done with people is said, and the focus goes there', async () => {
      const done = (text: string | RegExp) => expect(page.getByRole('status').filter({ hasText: text })).toBeFocused();
      await keyboard.tabTo(row.getByLabel(words.role));
      await page.keyboard.type('Edic');
      await keyboard.use(row.getByRole('button', { name: words.saveRole }));
      await done(words.roleSaved);
      await keyboard.type(page.getByLabel(pages.words.email), 'new@example.org');
      await page.keyboard.press('Enter');
      await done(words.invited);
      await keyboard.use(page.getByRole('button', { name: words.withdraw }));
      await done(words.withdrawn);
    });

    await test.step('the question before a removal keeps the focus, begins with the way out, and gives the focus back', async () => {
      await manage();
      const button = row.getByRole('button', { name: words.remove });
      await keyboard.use(button);
      const question = page.getByRole('alertdialog', { name: words.removeQuestion(BETO.name) });
      await expect(question).toHaveAccessibleDescription(/no se puede deshacer/);
      await expect(question.getByRole('button', { name: words.cancel })).toBeFocused();
      for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
        await page.keyboard.press(key);
        await expect(question.locator(':focus')).toHaveCount(1);
        await expectVisibleFocus(page);
      }
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await keyboard.use(question.getByRole('button', { name: words.removeForGood }));
      await expect(page.getByRole('status').filter({ hasText: words.removed })).toBeFocused();
    });
  });
});

test.describe('where nothing moves', () => {
  test.use({ accounts: { people: PEOPLE } });

  test('every stop of every page shows that it has the focus', async ({ page, pages }) => {
    await pages.enter(ANA);
    for (const [path, isFirst] of [
      ['/admin', true],
      ['/admin/account', false],
      ['/admin/people', false],
      ['/admin/audit', false],
    ] as const) {
      await pages.open(path);
      // What is around the page is the same on all: from the second on, the skip link leads past it.
      if (!isFirst) {
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: ADMIN_WORDS.es.skip })).toBeFocused();
        await page.keyboard.press('Enter');
      }
      const within = isFirst ? page.locator('body') : page.getByRole('main');
      const stops = await within.locator('a[href], button, input, select, summary, [tabindex="0"]').count();
      for (let stop = 0; stop < stops; stop++) {
        await page.keyboard.press('Tab');
        await expectVisibleFocus(page);
      }
    }
  });
});

/** Runs in the page: whether the upper and the lower part of an element can be seen. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [0.1, 0.9].every((part) => element.contains(document.elementFromPoint(x + width / 2, y + height * part)));
}
