import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/account-test.ts';
import { createEditorPage, OWNER, openEditor, TRANSLATOR, VIEWER } from '../helpers/editor-page.ts';
import { waitUntilKept, waitUntilWordsAreKept } from '../helpers/kept-pages.ts';

const ARTICLE = 'articles/mri-or-ct';

test.use({ accounts: { people: [OWNER, TRANSLATOR, VIEWER] }, hasSample: true });

test.describe('the page of an item', () => {
  test('shows both languages without script, and says what writing needs', async ({
    browser,
    pages,
    page,
    baseURL,
  }) => {
    await pages.enter(OWNER);
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      ...(baseURL && { baseURL }),
    });
    const plain = await context.newPage();
    await plain.goto(`/admin/items/${ARTICLE}`);
    await expect(plain.getByText('Para escribir se necesita JavaScript.')).toBeVisible();
    for (const name of ['español', 'inglés']) {
      await expect(plain.getByRole('region', { name }).getByRole('paragraph').nth(2)).toBeVisible();
    }
    await context.close();
  });

  test('is for those who may read drafts, and only of items that there are', async ({ pages, page, expected }) => {
    expected.problem(/answer 40[34]|status of 40[34]/);
    await pages.enter(VIEWER);
    expect((await page.goto(`/admin/items/${ARTICLE}`))?.status()).toBe(403);
    await pages.open('/admin');
    await pages.signOut(VIEWER);
    await pages.expectTitle(pages.words.signIn.title);
    await pages.enter(OWNER);
    for (const path of ['articles/nothing', 'studies/mri-or-ct', 'nothing/mri-or-ct', 'articles/..%2Fx']) {
      expect((await page.goto(`/admin/items/${path}`))?.status(), path).toBe(404);
    }
  });

  test('lets a translator write their language, and no other', async ({ pages, page }) => {
    await pages.enter(TRANSLATOR);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await expect(editor.text('español')).toHaveAttribute('contenteditable', 'false');
    await expect(editor.text('inglés')).toHaveAttribute('contenteditable', 'true');
    await expect(editor.column('es').getByLabel('Título', { exact: true })).toHaveAttribute('readonly', '');
    await expect(editor.column('es').getByRole('toolbar')).toHaveCount(0);
  });

  test('shows one language at a time on a phone', async ({ pages, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const editor = await openEditor(pages, page, ARTICLE);
    await expect(editor.text('inglés')).toBeHidden();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow(), 'nothing is wider than the phone').toBeLessThanOrEqual(0);
    await page.getByRole('radio', { name: 'inglés' }).check();
    await expect(editor.text('inglés')).toBeVisible();
    await expect(editor.text('español')).toBeHidden();
  });
});

/** At every width from a phone to a laptop, also where the second language makes room for the first. */
async function expectBarToFit(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const narrow of [390, 640, 700, 770, 880, 1000, 1060]) {
    await page.setViewportSize({ width: narrow, height });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `pixels beyond ${narrow}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width, height });
}

test.describe('what is written', () => {
  test('is saved on the server, and there when the page is opened again', async ({ pages, page }) => {
    const editor = await openEditor(pages, page, ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.type(' Palabras nuevas.');
    await editor.column('es').getByLabel('Título', { exact: true }).fill('Título nuevo');
    await editor.expectSaved();
    await page.reload();
    await expect(editor.text('español').locator('p').first()).toContainText('Palabras nuevas.');
    await expect(editor.column('es').getByLabel('Título', { exact: true })).toHaveValue('Título nuevo');
  });

  test('appears to others as it is typed, with who is there and where', async ({ pages, page, another }) => {
    await pages.enter(OWNER);
    await another.pages.enter(TRANSLATOR);
    const [mine, theirs] = [createEditorPage(page), createEditorPage(another.page)];
    await mine.open(ARTICLE);
    await theirs.open(ARTICLE);
    await theirs.caretAtEnd(theirs.text('inglés').locator('p').first());
    await another.page.keyboard.type(' Typed by Tomás.');
    await expect(mine.text('inglés').locator('p').first()).toContainText('Typed by Tomás.');
    await expect(page.getByRole('list', { name: 'También aquí' })).toContainText('TL');
    await expect(page.getByRole('img', { name: 'Tomás Lara: texto en inglés' })).toBeVisible();
    await expect(mine.text('inglés').locator('.caret-name')).toHaveText('Tomás Lara');
    await expectBarToFit(page);
    await mine.caretAtEnd(mine.text('inglés').locator('p').first());
    await page.keyboard.type(' Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('Typed by Tomás. Y Ana.');
    // Undo reverts only the person's own changes.
    await page.keyboard.press('ControlOrMeta+z');
    await expect(theirs.text('inglés').locator('p').first()).not.toContainText('Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('Typed by Tomás.');
  });

  test.describe('on a device that keeps pages', () => {
    test.use({ serviceWorkers: 'allow' });

    test('offline is kept on the device through a reload, and merged when the server is there again', async ({
      pages,
      page,
      context,
      another,
      expected,
    }) => {
      expected.problem(/ERR_INTERNET_DISCONNECTED|WebSocket|build manifest could not be fetched/);
      await pages.enter(OWNER);
      await another.pages.enter(TRANSLATOR);
      const [mine, theirs] = [createEditorPage(page), createEditorPage(another.page)];
      await mine.open(ARTICLE);
      await theirs.open(ARTICLE);
      await waitUntilKept(page, `/admin/items/${ARTICLE}`);
      await context.setOffline(true);
      await expect(page.getByText('Sin conexión: guardado en este dispositivo')).toBeVisible();
      await mine.caretAtEnd(mine.text('inglés').locator('p').first());
      await page.keyboard.type(' Sin red.');
      await theirs.caretAtEnd(theirs.text('inglés').locator('p').first());
      await another.page.keyboard.type(' With a network.');
      await theirs.expectSaved();
      await expect(mine.text('inglés')).not.toContainText('With a network.');
      await waitUntilWordsAreKept(page);
      await page.reload();
      await expect(mine.text('inglés')).toContainText('Sin red.');
      await context.setOffline(false);
      await mine.expectSaved();
      const texts = () => Promise.all([mine, theirs].map((editor) => editor.words('inglés')));
      await expect.poll(async () => (await texts()).every((text) => text.includes('Sin red.'))).toBe(true);
      await expect.poll(async () => (await texts()).every((text) => text.includes('With a network.'))).toBe(true);
      const [one, other] = await texts();
      expect(one).toBe(other);
    });
  });

  test.describe('of a server that restarts', () => {
    test.use({ ownProcess: true });

    test('waits on the device until it is back, and goes to it afterwards', async ({ pages, page, site, expected }) => {
      expected.problem(/WebSocket|ERR_CONNECTION_\w+/);
      const editor = await openEditor(pages, page, ARTICLE);
      await editor.caretAtEnd(editor.text('español').locator('p').first());
      const restarted = site.restart();
      await page.keyboard.type(' Durante el reinicio.');
      await restarted;
      await editor.expectSaved();
      await page.reload();
      await expect(editor.text('español').locator('p').first()).toContainText('Durante el reinicio.');
    });
  });
});
