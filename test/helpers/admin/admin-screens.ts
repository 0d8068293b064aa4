import type { Page } from '@playwright/test';
import { LOST_CONNECTION } from '../browser/lost-connection.ts';
import { EDITOR_MENUS, EDITOR_SCREENS } from './editor-screens.ts';
import { press, type Screen, type ScreenGroup, type ScreenWords } from './screens.ts';

/** A person of the sample site besides its owner and its viewer. */
export const MEMBER = { name: 'Carla Ibarra Monteverde', email: 'carla.ibarra@example.org' };

/** An item of the sample site that its owner has moved to the trash. */
export const TRASHED = { id: 'health-fair-tlaquepaque', title: /Tlaquepaque/ };

const alert = (page: Page) => page.getByRole('alert');
const problem = (page: Page) => page.locator('[aria-invalid=true]').first();
const status = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ });

/** The field that has the email of the address. */
const givenEmail = (page: Page) => page.locator('input[name=email][value="a@example.org"]');

/** The select that has a value of the address. */
const chosen = (value: string) => (page: Page) =>
  page.getByRole('combobox').filter({ has: page.locator(`option[value="${value}"]:checked`) });

/** Says that a search found nothing, not that there is nothing. */
const nothingFound = (page: Page) =>
  status(page).filter({ hasText: /^(Ningún mensaje tiene|No message has|No hay nada con|Nothing matches)/ });

const rowMenu = (page: Page) => page.getByRole('button', { name: /^(Acciones de «|Actions for “)/ });

const removal = (page: Page, { admin }: ScreenWords) =>
  page.getByRole('button', { name: admin.remove }).filter({ visible: true });
const manage = (page: Page, { admin }: ScreenWords) => page.getByText(admin.manage(MEMBER.name)).click();

const ACCOUNT_SCREENS: Screen[] = [
  { name: 'sign-in', path: '/admin/signin' },
  {
    name: 'sign-in with fields left empty',
    path: '/admin/signin',
    action: (page, { account }) => press(page, account.signIn.submit),
    shows: problem,
  },
  { name: 'sign-in after signing out', path: '/admin/signin?after=signedOut', shows: status },
  { name: 'sign-up', path: '/admin/signup' },
  {
    name: 'sign-up with a weak password',
    path: '/admin/signup',
    action: (page, { account }) => page.getByLabel(account.password, { exact: true }).fill('abc'),
    shows: status,
  },
  {
    name: 'sign-up with fields left empty',
    path: '/admin/signup',
    async action(page, { account }) {
      await page.getByLabel(account.password, { exact: true }).fill('');
      await press(page, account.signUp.submit);
    },
    shows: problem,
  },
  { name: 'confirmation', path: '/admin/signup-confirm?email=a@example.org', shows: givenEmail },
  {
    name: 'confirmation without a code',
    path: '/admin/signup-confirm?email=a@example.org',
    action: (page, { account }) => press(page, account.confirm.submit),
    shows: problem,
  },
  { name: 'confirmation after another code', path: '/admin/signup-confirm?resent=', shows: status },
  { name: 'reset', path: '/admin/reset' },
  {
    name: 'reset without an email',
    path: '/admin/reset',
    action: (page, { account }) => press(page, account.reset.submit),
    shows: problem,
  },
  { name: 'a new password', path: '/admin/reset-confirm?email=a@example.org', shows: givenEmail },
  {
    name: 'a new password without a code',
    path: '/admin/reset-confirm?email=a@example.org',
    action: (page, { account }) => press(page, account.resetConfirm.submit),
    shows: problem,
  },
];

const REFUSED_SIGN_IN: Screen = {
  name: 'a refused sign-in',
  path: '/admin/signin',
  async action(page, { account }) {
    await page.getByLabel(account.email).fill(`nobody.${Date.now()}@example.org`);
    await page.getByLabel(account.password, { exact: true }).fill('not the password');
    await press(page, account.signIn.submit);
  },
  shows: alert,
};

const ITEM_PAGES: Screen[] = [
  { name: 'a list of items', path: '/admin/items/articles' },
  {
    name: 'the menu of an item in a list',
    path: '/admin/items/articles',
    action: (page) => rowMenu(page).first().click(),
    shows: (page) => page.getByRole('menu'),
  },
  { name: 'items in their order', path: '/admin/items/faqs' },
  { name: 'a list of one topic', path: '/admin/items/studies?tag=chest', shows: chosen('chest') },
  {
    name: 'the trash of a list',
    path: '/admin/items/news?place=trash',
    shows: (page) => page.getByRole('link', { name: TRASHED.title }),
  },
  {
    name: 'the question before an item is deleted for good',
    path: '/admin/items/news?place=trash',
    async action(page) {
      await rowMenu(page).first().click();
      await page.getByRole('menuitem', { name: /^(Eliminar para siempre|Delete for good)/ }).click();
    },
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'a list with filters',
    path: '/admin/items/studies?state=en.missing&work=yes',
    shows: chosen('en.missing'),
  },
  {
    name: 'a new item',
    path: '/admin/items/news?new=',
    shows: (page) => page.locator('form').getByRole('combobox', { name: /idioma|language/i }),
  },
  { name: 'the health of the content', path: '/admin/health' },
  { name: 'what is out of date in the content', path: '/admin/health?kind=stale', shows: chosen('stale') },
];

const SITE_PAGES: Screen[] = [
  { name: 'the dashboard', path: '/admin' },
  { name: 'the own account', path: '/admin/account' },
  {
    name: 'the own account after a change',
    path: '/admin/account?notice=email-code',
    shows: status,
  },
  { name: 'the files', path: '/admin/files' },
  { name: 'the files, line by line', path: '/admin/files?view=list&texts=lacksAlt.en', shows: chosen('lacksAlt.en') },
  {
    name: 'a file',
    path: '/admin/files?sort=name',
    fresh: true,
    action: (page) => page.locator('#files li p a').first().click(),
    shows: (page) => page.getByRole('heading', { name: /Textos en cada idioma|Texts in each language/ }),
  },
  { name: 'uploading a file', path: '/admin/files/upload' },
  { name: 'the site', path: '/admin/site' },
  { name: 'the guide', path: '/admin/help' },
  { name: 'find and replace', path: '/admin/replace' },
  { name: 'words that are found', path: '/admin/replace?words=radio' },
  { name: 'the inbox', path: '/admin/inbox' },
  { name: 'the inbox where nothing is found', path: '/admin/inbox?q=nada&view=spam', shows: nothingFound },
  { name: 'the people', path: '/admin/people' },
  { name: 'the people after an action', path: '/admin/people?notice=invited', shows: status },
  { name: 'the settings', path: '/admin/settings?type=news&theme=dark', shows: chosen('dark') },
  {
    name: 'the icons',
    path: '/admin/settings/icons?for=types:news&q=heart',
    shows: (page) => page.getByRole('button', { name: 'heart', exact: true }),
  },
  {
    name: 'the system',
    path: '/admin/system',
    shows: (page) => page.getByRole('region', { name: /^(tareas|jobs)$/i }),
  },
  { name: 'the audit log', path: '/admin/audit' },
  { name: 'the audit log where nothing is found', path: '/admin/audit?action=item.restored', shows: nothingFound },
  { name: 'the audit log with a wrong day', path: '/admin/audit?from=2026-02-02&to=2026-01-01', shows: problem },
];

const EMPTY_PAGES: Screen[] = [
  { name: 'the dashboard of an empty site', path: '/admin' },
  { name: 'a list of an empty site', path: '/admin/items/articles' },
  { name: 'the health of an empty site', path: '/admin/health' },
  { name: 'the people of an empty site', path: '/admin/people' },
];

const STATES: Screen[] = [
  {
    name: 'the own account with fields left empty',
    path: '/admin/account',
    async action(page, { account }) {
      await press(page, account.resetConfirm.submit);
      await press(page, account.reset.submit);
    },
    shows: problem,
  },
  {
    name: 'what came of an action',
    path: '/admin/items/news',
    async action(page) {
      await page.getByRole('checkbox', { name: /página|page/ }).check();
      await page.locator('#intent').selectOption('publish');
      await page.locator('form#bulk [type=submit]').click();
    },
    shows: (page) => page.getByRole('region', { name: /^(Se public|No se public|Nothing|\d+ items? published)/ }),
  },
  {
    name: 'what can be done with a person',
    path: '/admin/people',
    action: manage,
    shows: removal,
  },
  {
    name: 'the question before a removal',
    path: '/admin/people',
    async action(page, words) {
      if (!(await removal(page, words).isVisible())) await manage(page, words);
      await removal(page, words).click();
    },
    shows: (page, { admin }) => page.getByRole('alertdialog', { name: admin.removeQuestion(MEMBER.name) }),
  },
  {
    name: 'an invitation without an email and a language',
    path: '/admin/people',
    async action(page, { admin }) {
      await page.getByLabel(admin.role).last().selectOption('translator');
      await press(page, admin.invite);
    },
    shows: problem,
  },
  {
    name: 'the navigation on a phone',
    path: '/admin/people',
    isOfPhone: true,
    action: (page, { admin }) => press(page, admin.openNavigation),
    shows: (page, { admin }) => page.getByRole('dialog', { name: admin.navigation }),
  },
  {
    name: 'the palette',
    path: '/admin',
    action: (page) => page.keyboard.press('Control+k'),
    shows: (page, { admin }) => page.getByRole('dialog', { name: admin.palette }),
  },
  {
    name: 'the palette where nothing is found',
    path: '/admin',
    async action(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('zzzz');
    },
    shows: (page) => page.getByRole('dialog').getByRole('status').filter({ hasText: /\w/ }),
  },
  {
    name: 'the menu of the account',
    path: '/admin',
    action: (page, { account }) => press(page, account.menu('Ana Robles')),
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'the menu of the colour mode',
    path: '/admin',
    action: (page, { admin }) => press(page, admin.colorMode),
    shows: (page) => page.getByRole('menu'),
  },
];

const TOAST: Screen = {
  name: 'a toast',
  path: '/admin',
  async action(page) {
    // The toast region exists once the page listens to network events.
    await page.getByRole('region', { name: /otific/ }).waitFor({ state: 'attached' });
    await page.context().setOffline(true);
  },
  shows: (page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /otific/ }) }),
};

export const SCREEN_GROUPS: readonly ScreenGroup[] = [
  { name: 'the ways in', who: 'nobody', screens: ACCOUNT_SCREENS },
  { name: 'what a refusal shows', who: 'nobody', reports: [/401/], screens: [REFUSED_SIGN_IN] },
  { name: 'an empty site', who: 'owner', isEmpty: true, screens: EMPTY_PAGES },
  {
    name: 'what a viewer sees, and may not see',
    who: 'viewer',
    reports: [/40[34]/],
    screens: [
      { name: 'the dashboard of a viewer', path: '/admin' },
      { name: 'a page that is not allowed', path: '/admin/people' },
      { name: 'an address without a page', path: '/admin/nothing' },
    ],
  },
  { name: 'the pages of items and of their health', who: 'owner', screens: ITEM_PAGES },
  { name: 'the pages of the site', who: 'owner', screens: SITE_PAGES },
  { name: 'what opens on a page', who: 'owner', screens: STATES },
  {
    name: 'what comes by itself',
    who: 'owner',
    reports: [LOST_CONNECTION, /build manifest could not be fetched/],
    screens: [TOAST],
  },
  { name: 'the editor and what opens in it', who: 'owner', screens: EDITOR_SCREENS },
  { name: 'the menus of the editor', who: 'owner', screens: EDITOR_MENUS },
];
