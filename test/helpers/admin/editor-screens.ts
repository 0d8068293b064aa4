import { expect, type Page } from '@playwright/test';
import { press, type Screen, type ScreenWords } from './screens.ts';

const text = (page: Page, { admin }: ScreenWords) => page.getByRole('textbox', { name: admin.text });
const dialog =
  (name: 'link' | 'fields' | 'shortcuts' | 'image') =>
  (page: Page, { admin }: ScreenWords) =>
    page.getByRole('dialog', { name: name === 'image' ? /\w/ : admin[name] });

async function caretInText(page: Page, words: ScreenWords): Promise<void> {
  await text(page, words).locator('p').first().click();
  await page.keyboard.press('End');
}

const menu = (page: Page) => page.getByRole('menu');

const openTool = (page: Page, { admin }: ScreenWords, name: RegExp) =>
  page.getByRole('toolbar', { name: admin.tools }).getByRole('button', { name }).click();

const EDITOR = { path: '/admin/items/articles/mri-or-ct' };

/** In an order in which few pages have to be loaded again: what is written comes last. */
export const EDITOR_SCREENS: readonly Screen[] = [
  { ...EDITOR, name: 'the editor', shows: text },
  {
    ...EDITOR,
    name: 'the dialog of a picture',
    async action(page, { admin }) {
      const tools = page.getByRole('toolbar', { name: admin.tools });
      await tools.getByRole('button', { name: admin.insert }).click();
      await page.getByRole('menuitem', { name: admin.image }).click();
    },
    shows: dialog('image'),
  },
  {
    ...EDITOR,
    name: 'the data of an item',
    async action(page, { admin }) {
      const button = page.getByRole('button', { name: admin.fields });
      await expect(button.or(page.getByRole('button', { name: admin.more })).first()).toBeVisible();
      if (await button.isVisible()) return button.click();
      await press(page, admin.more);
      await page.getByRole('menuitem', { name: admin.fields }).click();
    },
    shows: dialog('fields'),
  },
  {
    ...EDITOR,
    name: 'the keys of the editor',
    async action(page, { admin }) {
      await press(page, admin.more);
      await page.getByRole('menuitem', { name: admin.shortcuts }).click();
    },
    shows: dialog('shortcuts'),
  },
  {
    ...EDITOR,
    name: 'the dialog of a link',
    async action(page, words) {
      await caretInText(page, words);
      await page.keyboard.press('ControlOrMeta+k');
    },
    shows: dialog('link'),
  },
  {
    ...EDITOR,
    name: 'the items that the dialog of a link finds',
    async action(page, words) {
      await caretInText(page, words);
      await page.keyboard.press('ControlOrMeta+k');
      await dialog('link')(page, words).getByRole('combobox').fill('imp');
    },
    shows: (page) => page.getByRole('option').first(),
  },
  {
    ...EDITOR,
    name: 'the text alone',
    async action(page, words) {
      await caretInText(page, words);
      await page.keyboard.press('F9');
    },
    shows: text,
  },
  {
    ...EDITOR,
    name: 'the other language of the editor on a phone',
    fresh: true,
    isOfPhone: true,
    action: (page, { admin }) => page.getByRole('radio', { name: admin.otherLanguage }).check(),
    shows: (page, { admin }) => page.getByRole('textbox', { name: admin.otherText }),
  },
  {
    ...EDITOR,
    name: 'a block of the editor whose translation is out of date',
    fresh: true,
    async action(page, words) {
      await caretInText(page, words);
      await page.keyboard.type(' x');
      await press(page, words.admin.unfold);
    },
    shows: (page) => page.locator('[data-desk-panel] ins').first(),
  },
  {
    ...EDITOR,
    name: 'the menu of blocks in the editor',
    async action(page, words) {
      await caretInText(page, words);
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
    },
    shows: (page, { admin }) => page.getByRole('listbox', { name: admin.insert }),
  },
  { name: 'the editor of a text with a table', path: '/admin/items/articles/implants-and-mri', shows: text },
  {
    name: 'a translation that has not begun',
    path: '/admin/items/articles/what-to-bring',
    action: (page, { admin }) => page.getByRole('radio', { name: admin.otherLanguage }).check(),
    shows: (page, { admin }) => page.getByRole('button', { name: admin.start }),
  },
];

/** What opens for a moment, and the panel of publishing. */
export const EDITOR_MENUS: readonly Screen[] = [
  {
    ...EDITOR,
    name: 'the kinds of a block',
    action: (page, words) => openTool(page, words, /^(Tipo de bloque|Kind of block)/),
    shows: menu,
  },
  {
    ...EDITOR,
    name: 'the further formats of a text',
    action: (page, words) => openTool(page, words, /^(Más formatos|More formats)/),
    shows: menu,
  },
  { ...EDITOR, name: 'the menu of an item', action: (page, { admin }) => press(page, admin.more), shows: menu },
  {
    ...EDITOR,
    name: 'when an item is published',
    async action(page) {
      await page.getByRole('button', { name: /^(Publicar…|Publish…)$/ }).click();
      await page
        .getByRole('button', { name: /^(Cuándo|When): / })
        .first()
        .click();
    },
    shows: menu,
  },
  {
    ...EDITOR,
    name: 'the panel of publishing',
    fresh: true,
    action: (page) => page.getByRole('button', { name: /^(Publicar…|Publish…)$/ }).click(),
    shows: (page) => page.getByRole('dialog').getByRole('checkbox').first(),
  },
  {
    ...EDITOR,
    name: 'who else has an item open',
    fresh: true,
    async action(page) {
      const otherWindow = await page.context().newPage();
      await otherWindow.goto(page.url());
      await page.getByRole('button', { name: /^(También aquí|Also here): / }).click();
    },
    shows: menu,
  },
];
