import type { Page } from '@playwright/test';
import { WORDS } from './account-words.ts';
import { ADMIN_WORDS } from './admin-words.ts';
import type { Code } from './sample-site.ts';

/** Something that a person can have before them in the admin area. */
export interface Screen {
  name: string;
  /** Without a language prefix. */
  path: string;
  who: 'nobody' | 'viewer' | 'owner';
  /** The site with the sample and a team, unless it is the one with nothing and one owner. */
  isEmpty?: true;
  /** What the browser reports by the way. */
  reports?: RegExp;
  /** The widest window that has it, in pixels. */
  upTo?: number;
  /** What brings the page into the state. */
  act?: (page: Page, words: ScreenWords) => Promise<void>;
  /** What shows that it is there, where that is not the heading of the page. */
  shows?: (page: Page, words: ScreenWords) => ReturnType<Page['getByRole']>;
}

interface ScreenWords {
  account: (typeof WORDS)[Code];
  admin: (typeof ADMIN_WORDS)[Code];
}

/** What a screen's acts call things in a language. */
export function screenWords(code: Code): ScreenWords {
  return { account: WORDS[code], admin: ADMIN_WORDS[code] };
}

/** Somebody whom the site with the sample knows, beside its owner and its viewer. */
export const MEMBER = { name: 'Carla Ibarra Monteverde', email: 'carla.ibarra@example.org' };

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const alert = (page: Page) => page.getByRole('alert');
const problem = (page: Page) => page.locator('[aria-invalid=true]').first();
const status = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ });

const ACCOUNT_SCREENS: Screen[] = [
  { name: 'sign-in', path: '/admin/signin', who: 'nobody' },
  { name: 'sign-in after signing out', path: '/admin/signin?after=signedOut', who: 'nobody', shows: status },
  {
    name: 'sign-in with fields left empty',
    path: '/admin/signin',
    who: 'nobody',
    act: (page, { account }) => press(page, account.signIn.submit),
    shows: problem,
  },
  {
    name: 'a refused sign-in',
    path: '/admin/signin',
    who: 'nobody',
    reports: /401/,
    async act(page, { account }) {
      await page.getByLabel(account.email).fill(`nobody.${Date.now()}@example.org`);
      await page.getByLabel(account.password, { exact: true }).fill('not the password');
      await press(page, account.signIn.submit);
    },
    shows: alert,
  },
  { name: 'sign-up', path: '/admin/signup', who: 'nobody' },
  {
    name: 'sign-up with a weak password',
    path: '/admin/signup',
    who: 'nobody',
    act: (page, { account }) => page.getByLabel(account.password, { exact: true }).fill('abc'),
    shows: status,
  },
  {
    name: 'sign-up with fields left empty',
    path: '/admin/signup',
    who: 'nobody',
    act: (page, { account }) => press(page, account.signUp.submit),
    shows: problem,
  },
  { name: 'confirmation', path: '/admin/signup-confirm?email=a@example.org', who: 'nobody' },
  { name: 'confirmation after another code', path: '/admin/signup-confirm?resent=', who: 'nobody', shows: status },
  {
    name: 'confirmation without a code',
    path: '/admin/signup-confirm?email=a@example.org',
    who: 'nobody',
    act: (page, { account }) => press(page, account.confirm.submit),
    shows: problem,
  },
  { name: 'reset', path: '/admin/reset', who: 'nobody' },
  {
    name: 'reset without an email',
    path: '/admin/reset',
    who: 'nobody',
    act: (page, { account }) => press(page, account.reset.submit),
    shows: problem,
  },
  { name: 'a new password', path: '/admin/reset-confirm?email=a@example.org', who: 'nobody' },
  {
    name: 'a new password without a code',
    path: '/admin/reset-confirm?email=a@example.org',
    who: 'nobody',
    act: (page, { account }) => press(page, account.resetConfirm.submit),
    shows: problem,
  },
];

const ADMIN_SCREENS: Screen[] = [
  { name: 'the dashboard of an empty site', path: '/admin', who: 'owner', isEmpty: true },
  { name: 'the dashboard', path: '/admin', who: 'owner' },
  { name: 'the dashboard of a viewer', path: '/admin', who: 'viewer' },
  { name: 'the own account', path: '/admin/account', who: 'owner' },
  {
    name: 'the own account after a change',
    path: '/admin/account?notice=email-code',
    who: 'owner',
    shows: status,
  },
  {
    name: 'the own account with fields left empty',
    path: '/admin/account',
    who: 'owner',
    async act(page, { account }) {
      await press(page, account.resetConfirm.submit);
      await press(page, account.reset.submit);
    },
    shows: problem,
  },
  { name: 'a list of items', path: '/admin/items/articles', who: 'owner' },
  { name: 'a list of an empty site', path: '/admin/items/articles', who: 'owner', isEmpty: true },
  { name: 'items in their order', path: '/admin/items/faqs', who: 'owner' },
  { name: 'a list with filters', path: '/admin/items/studies?state=en.missing&work=yes', who: 'owner' },
  { name: 'a new item', path: '/admin/items/news?new=', who: 'owner' },
  {
    name: 'what came of an act',
    path: '/admin/items/news',
    who: 'owner',
    async act(page) {
      await page.getByRole('checkbox', { name: /página|page/ }).check();
      await page.locator('#intent').selectOption('publish');
      await page.locator('form#bulk [type=submit]').click();
    },
    shows: (page) => page.getByRole('region', { name: /^(Se public|No se public|Nothing|\d+ items? published)/ }),
  },
  { name: 'the health of the content', path: '/admin/health', who: 'owner' },
  { name: 'the health of an empty site', path: '/admin/health', who: 'owner', isEmpty: true },
  { name: 'the people', path: '/admin/people', who: 'owner' },
  { name: 'the people of an empty site', path: '/admin/people', who: 'owner', isEmpty: true },
  { name: 'the people after an act', path: '/admin/people?notice=invited', who: 'owner', shows: status },
  {
    name: 'what can be done with a person',
    path: '/admin/people',
    who: 'owner',
    act: (page, { admin }) => page.getByText(admin.manage(MEMBER.name)).click(),
    shows: (page, { admin }) => page.getByRole('button', { name: admin.remove }).filter({ visible: true }),
  },
  {
    name: 'the question before a removal',
    path: '/admin/people',
    who: 'owner',
    async act(page, { admin }) {
      await page.getByText(admin.manage(MEMBER.name)).click();
      await page.getByRole('button', { name: admin.remove }).filter({ visible: true }).click();
    },
    shows: (page, { admin }) => page.getByRole('alertdialog', { name: admin.removeQuestion(MEMBER.name) }),
  },
  {
    name: 'an invitation without an email and a language',
    path: '/admin/people',
    who: 'owner',
    async act(page, { admin }) {
      await page.getByLabel(admin.role).last().selectOption('translator');
      await press(page, admin.invite);
    },
    shows: problem,
  },
  { name: 'the audit log', path: '/admin/audit', who: 'owner' },
  { name: 'the audit log where nothing is found', path: '/admin/audit?act=item.restored', who: 'owner' },
  { name: 'the audit log with a wrong day', path: '/admin/audit?from=2026-02-02&to=2026-01-01', who: 'owner' },
  { name: 'a page that is not allowed', path: '/admin/people', who: 'viewer', reports: /403/ },
  {
    name: 'the palette',
    path: '/admin',
    who: 'owner',
    act: (page) => page.keyboard.press('Control+k'),
    shows: (page, { admin }) => page.getByRole('dialog', { name: admin.palette }),
  },
  {
    name: 'the palette where nothing is found',
    path: '/admin',
    who: 'owner',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('zzzz');
    },
    shows: (page) => page.getByRole('dialog').getByRole('status').filter({ hasText: /\w/ }),
  },
  {
    name: 'the menu of the account',
    path: '/admin',
    who: 'owner',
    act: (page, { account }) => press(page, account.menu('Ana Robles')),
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'the menu of the colour mode',
    path: '/admin',
    who: 'owner',
    act: (page, { admin }) => press(page, admin.colorMode),
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'the navigation on a phone',
    path: '/admin/people',
    who: 'owner',
    upTo: 1023,
    act: (page, { admin }) => press(page, admin.openNavigation),
    shows: (page, { admin }) => page.getByRole('dialog', { name: admin.navigation }),
  },
  {
    name: 'a toast',
    path: '/admin',
    who: 'owner',
    reports: /build manifest could not be fetched|ERR_INTERNET_DISCONNECTED/,
    async act(page) {
      // Toasts stand in their region once the page listens for the network.
      await page.getByRole('region', { name: /otific/ }).waitFor({ state: 'attached' });
      await page.context().setOffline(true);
    },
    shows: (page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /otific/ }) }),
  },
];

const text = (page: Page, { admin }: ScreenWords) => page.getByRole('textbox', { name: admin.text });
const dialog =
  (name: 'link' | 'fields' | 'shortcuts' | 'image') =>
  (page: Page, { admin }: ScreenWords) =>
    page.getByRole('dialog', { name: name === 'image' ? /\w/ : admin[name] });

async function caretInText(page: Page, words: ScreenWords): Promise<void> {
  await text(page, words).locator('p').first().click();
  await page.keyboard.press('End');
}

const EDITOR = { path: '/admin/items/articles/mri-or-ct', who: 'owner' as const };

const EDITOR_SCREENS: Screen[] = [
  { ...EDITOR, name: 'the editor', shows: text },
  {
    ...EDITOR,
    name: 'the other language of the editor on a phone',
    upTo: 1023,
    act: (page, { admin }) => page.getByRole('radio', { name: admin.otherLanguage }).check(),
    shows: (page, { admin }) => page.getByRole('textbox', { name: admin.otherText }),
  },
  {
    ...EDITOR,
    name: 'a block of the editor whose translation is out of date',
    async act(page, words) {
      await caretInText(page, words);
      await page.keyboard.type(' x');
    },
    shows: (page) => page.locator('[data-desk-bar] ins').first(),
  },
  {
    ...EDITOR,
    name: 'the menu of blocks in the editor',
    async act(page, words) {
      await caretInText(page, words);
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
    },
    shows: (page, { admin }) => page.getByRole('listbox', { name: admin.insert }),
  },
  {
    ...EDITOR,
    name: 'the dialog of a link',
    async act(page, words) {
      await caretInText(page, words);
      await page.keyboard.press('ControlOrMeta+k');
    },
    shows: dialog('link'),
  },
  {
    ...EDITOR,
    name: 'the dialog of a picture',
    async act(page, { admin }) {
      const tools = page.getByRole('toolbar', { name: admin.tools });
      await tools.getByRole('button', { name: admin.insert }).click();
      await page.getByRole('menuitem', { name: admin.image }).click();
    },
    shows: dialog('image'),
  },
  {
    ...EDITOR,
    name: 'the data of an item',
    act: (page, { admin }) => press(page, admin.fields),
    shows: dialog('fields'),
  },
  {
    ...EDITOR,
    name: 'the keys of the editor',
    act: (page, { admin }) => press(page, admin.shortcuts),
    shows: dialog('shortcuts'),
  },
  {
    name: 'a translation that has not begun',
    path: '/admin/items/articles/what-to-bring',
    who: 'owner',
    async act(page, { admin }) {
      const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
      if (isPhone) await page.getByRole('radio', { name: admin.otherLanguage }).check();
    },
    shows: (page, { admin }) => page.getByRole('button', { name: admin.start }),
  },
];

export const SCREENS: Screen[] = [...ACCOUNT_SCREENS, ...ADMIN_SCREENS, ...EDITOR_SCREENS];
