import type { Page } from '@playwright/test';
import { unlinkedArticle } from '../../helpers/data-folders/faulty-articles.ts';
import { writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

/** Presses Tab until a control has the focus. @returns how often */
async function tabTo(page: Page, role: 'link', name: string | RegExp): Promise<number> {
  for (let stops = 1; stops <= 60; stops++) {
    await page.keyboard.press('Tab');
    if (await page.getByRole(role, { name }).and(page.locator(':focus')).count()) return stops;
  }
  throw new Error(`The Tab key does not reach ${name}`);
}

/** The language and the unit, or the block, that has the focus. */
const place = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const column = focused?.closest<HTMLElement>('[data-column]')?.dataset.column ?? '';
    const unit = focused?.closest<HTMLElement>('[data-unit]')?.dataset.unit;
    const at = getSelection()?.anchorNode;
    const block = (at instanceof Element ? at : at?.parentElement)?.closest<HTMLElement>('[data-id]')?.dataset.id;
    return `${column} ${unit ?? block ?? focused?.tagName}`;
  });

test('from the list to the first word to translate, at most twelve stops of the Tab key', async ({ openAs, site }) => {
  await writeItems(site.dataDir, [unlinkedArticle('ayuno')]);
  const page = await openAs('Tere', '/admin/items/articles');
  let stops = await tabTo(page, 'link', 'Ir al contenido');
  await page.keyboard.press('Enter');
  stops += await tabTo(page, 'link', 'Ir a la lista');
  await page.keyboard.press('Enter');
  stops += await tabTo(page, 'link', ARTICLE.languages.es?.title ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(ARTICLE_PATH));
  await expect.poll(() => place(page)).toBe('en title');
  expect(stops).toBeLessThanOrEqual(12);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(createEditorPage(page).column('en').getByLabel('Título', { exact: true })).toHaveValue(/!$/);
});

test('an editor that is opened has the focus where somebody goes on, and its keys work everywhere', async ({
  openAs,
  site,
}) => {
  await writeItems(site.dataDir, [unlinkedArticle('ayuno')]);
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const next = 'Control+Shift+Enter';

  await test.step('in the text, where the keys lead on at once', async () => {
    await expect(editor.text('español')).toBeFocused();
    await expect(page.locator('[data-unit-state]').first()).toBeVisible();
    await page.keyboard.press(next);
    await expect.poll(() => place(page)).toMatch(/^en /);
    await page.goto(`${ARTICLE_PATH}?language=en`);
    await expect.poll(() => place(page)).toBe('en title');
    expect(await page.evaluate(() => window.scrollY), 'nothing scrolls away').toBeLessThan(60);
  });

  await test.step('from every field of both columns', async () => {
    const controls = page.locator('[data-column] :is(input, textarea, [contenteditable=true])');
    const count = await controls.count();
    expect(count).toBeGreaterThan(8);
    for (let index = 0; index < count; index++) {
      const control = controls.nth(index);
      if (!(await control.isVisible())) continue;
      await control.focus();
      const name = `${await control.getAttribute('id')} ${await control.getAttribute('aria-label')} ${index}`;
      const before = await place(page);
      await page.keyboard.press(next);
      await expect.poll(() => place(page), name).toMatch(/^en /);
      await expect.poll(() => place(page), name).not.toBe(before);
    }
  });

  await test.step('from a part that is stale, which the other key marks, and from one where there is nothing to mark', async () => {
    const title = editor.column('en').getByLabel('Título', { exact: true });
    await title.focus();
    await page.keyboard.press('Control+Enter');
    await expect(editor.bar.getByRole('status')).toContainText('Título: Al día');
    await editor.column('es').getByLabel('Dirección').focus();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'Aquí no hay nada que marcar.' })).toBeVisible();
  });

  await test.step('from the form of what the languages share, which is closed first', async () => {
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press(next);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => place(page)).toMatch(/^en /);
  });
});
