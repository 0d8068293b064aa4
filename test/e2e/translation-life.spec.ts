import type { Page } from '@playwright/test';
import { createEditorPage, type EditorPage } from '../helpers/editor-page.ts';
import { GUIDE, GUIDE_PATH } from '../helpers/guide.ts';
import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import type { RunningSite } from '../helpers/start-site.ts';
import { openStore } from '../helpers/store-reader.ts';
import { readItem, writeItems } from '../helpers/write-items.ts';

const editorOf = (path: string) => path.replace('/admin/items/', '');
const blocks = (editor: EditorPage, language: 'español' | 'inglés', state: string) =>
  editor.text(language).locator(`[data-unit-state="${state}"]`);

test.beforeEach(({ site }) => writeItems(site.dataDir, [GUIDE]));

test('a translation follows its source, and becomes public with it', async ({ openAs, site, request, publish }) => {
  const { page, editor } = await openPublished(openAs, publish);

  await test.step('one changed sentence ages exactly its block, which a minor edit or a translation makes current again', async () => {
    await expect(blocks(editor, 'inglés', 'current')).toHaveCount(3);
    const stale = blocks(editor, 'inglés', 'stale');

    await editor.caretAtEnd(editor.text('español').getByText('No coma seis horas antes.'));
    for (let letter = 0; letter < 'seis horas antes.'.length; letter++) await page.keyboard.press('Backspace');
    await page.keyboard.type('ocho horas antes.');
    await expect(stale).toHaveText(['Do not eat for six hours.']);
    await expect(blocks(editor, 'inglés', 'current')).toHaveCount(2);
    await expect(editor.bar.locator('del')).toHaveText(/\bseis\b/);
    await expect(editor.bar.locator('ins')).toHaveText(/\bocho\b/);
    await expect(editor.bar.getByRole('paragraph').last()).toContainText('No coma');

    // Ctrl+Enter on the source's side marks a minor edit.
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(stale).toHaveCount(0);
    await expect(blocks(editor, 'inglés', 'current')).toHaveCount(3);

    await page.keyboard.press('End');
    await page.keyboard.type(' Ni café.');
    await expect(stale).toHaveText(['Do not eat for six hours.']);
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(editor.text('inglés')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' Not even coffee.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(stale).toHaveCount(0);
    await editor.expectSaved();
    await expect
      .poll(async () => (await readItem(site.dataDir, 'guia')).languages.en?.translation)
      .toMatchObject({ stale: 0, missing: 0 });
  });

  await test.step('both languages become public together, in one commit', async () => {
    await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    await page.keyboard.type(' Mucha agua.');
    await editor.caretAtEnd(editor.text('inglés').getByText('Drink water.'));
    // The shortcut is pressed right after typing: it must include the typed text.
    await page.keyboard.type(' A lot of water.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(blocks(editor, 'inglés', 'stale')).toHaveCount(0);
    await editor.expectSaved();
    const read = async (path: string) => (await request.get(path)).text();
    expect(await read('/articulos/guia')).not.toContain('Mucha agua.');
    expect(await read('/en/articles/guide')).not.toContain('A lot of water.');

    await publishOnPage(page, GUIDE_PATH);
    expect(await read('/articulos/guia')).toContain('Mucha agua.');
    expect(await read('/en/articles/guide')).toContain('A lot of water.');
    const { languages } = await readItem(site.dataDir, 'guia');
    expect([languages.es?.revision, languages.en?.revision]).toEqual([2, 2]);
    expect(languages.en?.publishedAt).toBe(languages.es?.publishedAt);
    expect(await publicationsOnRecord(site)).toEqual([
      ['es', 'en'],
      ['es', 'en'],
    ]);
  });
});

test('what the translation lacks is told apart, and led to', async ({ openAs, site, publish }) => {
  const { page, editor } = await openPublished(openAs, publish);

  await test.step('paragraphs in another order are moved, and not stale', async () => {
    await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(editor.text('español').locator('p').first()).toHaveText('Beba agua.');
    await expect(blocks(editor, 'inglés', 'moved')).toHaveText(['Drink water.']);
    for (const state of ['stale', 'missing', 'extra']) await expect(blocks(editor, 'inglés', state)).toHaveCount(0);
    await editor.expectSaved();
    await expect
      .poll(async () => (await readItem(site.dataDir, 'guia')).languages.en?.translation)
      .toMatchObject({ moved: 1, stale: 0 });
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(blocks(editor, 'inglés', 'current')).toHaveCount(3);
  });

  await test.step('the board of health and the checks lead to the very block that they are about', async () => {
    await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    await page.keyboard.type(' Mucha agua.');
    await expect(blocks(editor, 'inglés', 'stale')).toHaveText(['Drink water.']);
    await editor.expectSaved();

    const isAtBlock = () =>
      page.evaluate(() => document.getSelection()?.anchorNode?.parentElement?.closest('p')?.textContent);
    await page.goto(`${GUIDE_PATH}/publish`);
    await page
      .getByRole('link', { name: /quedó atrás|original/ })
      .first()
      .click();
    await expect(editor.text('inglés')).toBeFocused();
    await expect.poll(isAtBlock).toBe('Drink water.');
    await page.goto('/admin/health');
    await page
      .getByRole('link', { name: /Guía del estudio.*inglés|inglés.*Guía del estudio/ })
      .first()
      .click();
    await expect(editor.text('inglés')).toBeFocused();
    await expect.poll(isAtBlock).toBe('Drink water.');
  });
});

test('the editor tells where an address that is changed will lead, and whose it was', async ({
  openAs,
  site,
  publish,
}) => {
  const { page, editor } = await openPublished(openAs, publish);
  const answer = (path: string) => fetch(site.origin + path, { redirect: 'manual' });
  for (const [language, slug] of [
    ['es', 'antes'],
    ['en', 'before'],
  ] as const) {
    await editor.column(language).getByLabel('Dirección').fill(slug);
    const told = editor.column(language).getByText('La dirección publicada llevará a esta para siempre.');
    await expect(told).toBeVisible();
  }
  await editor.expectSaved();
  await publishOnPage(page, GUIDE_PATH);
  for (const [old, now] of [
    ['/articulos/guia', '/articulos/antes'],
    ['/en/articles/guide', '/en/articles/before'],
  ] as const) {
    const { status, headers } = await answer(old);
    expect([status, headers.get('location')?.replace(site.origin, '')]).toEqual([301, now]);
  }

  await editor.open(editorOf(ARTICLE_PATH));
  await editor.column('es').getByLabel('Dirección').fill('guia');
  await expect(editor.column('es').getByText(/^Esta dirección fue de «Guía del estudio»/)).toBeVisible();
});

/** The editor of the guide, published in both languages. */
async function openPublished(openAs: (name: 'Ana') => Promise<Page>, publish: (path: string) => Promise<void>) {
  const page = await openAs('Ana');
  await publish(GUIDE_PATH);
  const editor = createEditorPage(page);
  await editor.open(editorOf(GUIDE_PATH));
  return { page, editor };
}

/** Publishes the changed languages of an item. */
async function publishOnPage(page: Page, path: string): Promise<void> {
  await page.goto(`${path}/publish`);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Publicado.' })).toBeVisible();
}

/** The languages of each publication of the guide, from the audit log. */
async function publicationsOnRecord(site: RunningSite): Promise<string[][]> {
  const store = await openStore(site.dataDir);
  const contents = await store.read();
  await store.close();
  return Object.entries(contents)
    .filter(([path, text]) => path.startsWith('audit-log/') && text.includes('"item.published"'))
    .map(([, text]) => JSON.parse(text).details?.languages);
}
