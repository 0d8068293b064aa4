import type { Page } from '@playwright/test';
import { createEditorPage, type EditorPage } from '../helpers/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import type { RunningSite } from '../helpers/start-site.ts';
import { openStore } from '../helpers/store-reader.ts';
import { articleOf, readItem, writeItems } from '../helpers/write-items.ts';

const GUIDE = articleOf('guia', {
  es: {
    title: 'Guía del estudio',
    slug: 'guia',
    paragraphs: ['Llegue con tiempo.', 'No coma seis horas antes.', 'Beba agua.'],
  },
  en: {
    title: 'A guide to the exam',
    slug: 'guide',
    paragraphs: ['Come early.', 'Do not eat for six hours.', 'Drink water.'],
  },
});

const GUIDE_PATH = '/admin/items/articles/guia';

const editorOf = (path: string) => path.replace('/admin/items/', '');
const blocks = (editor: EditorPage, language: 'español' | 'inglés', state: string) =>
  editor.text(language).locator(`[data-unit-state="${state}"]`);

test.beforeEach(({ site }) => writeItems(site.dataDir, [GUIDE]));

test('one changed sentence ages exactly its block, which a minor edit or a translation makes current again', async ({
  openAs,
  site,
  publish,
}) => {
  const { page, editor } = await openPublished(openAs, publish);
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

test('the board of health and the checks lead to the very block that they are about', async ({ openAs, publish }) => {
  const { page, editor } = await openPublished(openAs, publish);
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

test('paragraphs in another order are moved, and not stale', async ({ openAs, site, publish }) => {
  const { page, editor } = await openPublished(openAs, publish);
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
});

test('both languages become public together, in one commit', async ({ openAs, site, request, publish }) => {
  const { page, editor } = await openPublished(openAs, publish);
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

test('an address that changed leads to the new one for good, also after two items changed places', async ({
  openAs,
  site,
  publish,
}) => {
  const page = await openAs('Ana');
  await publish(GUIDE_PATH);
  await publish(ARTICLE_PATH);
  const answer = async (path: string) => {
    const { status, headers } = await fetch(site.origin + path, { redirect: 'manual' });
    return status === 200 ? 200 : `${status} ${headers.get('location')?.replace(site.origin, '')}`;
  };
  const title = async (path: string) => /<h1[^>]*>([^<]+)/.exec(await (await fetch(site.origin + path)).text())?.[1];

  await moveTo(page, GUIDE_PATH, { es: 'antes', en: 'before' });
  expect(await answer('/articulos/guia')).toBe('301 /articulos/antes');
  expect(await answer('/en/articles/guide')).toBe('301 /en/articles/before');
  await moveTo(page, GUIDE_PATH, { es: 'primero', en: 'first' });
  for (const old of ['guia', 'antes']) expect(await answer(`/articulos/${old}`)).toBe('301 /articulos/primero');
  for (const old of ['guide', 'before']) expect(await answer(`/en/articles/${old}`)).toBe('301 /en/articles/first');

  // The guide and the article on fasting swap addresses, using a temporary one.
  await moveTo(page, GUIDE_PATH, { es: 'entretanto', en: 'meanwhile' });
  await moveTo(page, ARTICLE_PATH, { es: 'primero', en: 'first' }, true);
  await moveTo(page, GUIDE_PATH, { es: 'ayuno', en: 'fasting' }, true);
  expect(await title('/articulos/primero')).toBe('El ayuno antes del estudio');
  expect(await title('/articulos/ayuno')).toBe('Guía del estudio');
  expect(await title('/en/articles/first')).toBe('Fasting before the exam');
  expect(await title('/en/articles/fasting')).toBe('A guide to the exam');
  for (const old of ['guia', 'antes', 'entretanto']) {
    expect(await answer(`/articulos/${old}`)).toBe('301 /articulos/ayuno');
  }
  for (const old of ['guide', 'before', 'meanwhile']) {
    expect(await answer(`/en/articles/${old}`)).toBe('301 /en/articles/fasting');
  }
});

test('a translation starts from the structure of its source by the keyboard alone', async ({ openAs, site }) => {
  const { en, ...languages } = GUIDE.languages;
  await writeItems(site.dataDir, [{ ...GUIDE, languages }]);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  await editor.open(editorOf(GUIDE_PATH));
  const start = editor.column('en').getByRole('button', { name: 'Copiar la estructura, sin palabras' });
  await editor.column('en').getByLabel('Resumen').focus();
  await page.keyboard.press('Tab');
  await expect(start).toBeFocused();
  await page.keyboard.press('Enter');
  const text = editor.text('inglés');
  await expect(text).toBeFocused();
  await expect(start).toBeHidden();
  await expect(text.locator('p')).toHaveText(['', '', '']);
  await page.keyboard.type('Come early.');
  await expect(text.locator('p')).toHaveText(['Come early.', '', '']);
  await expect(blocks(editor, 'inglés', 'current')).toHaveText(['Come early.']);

  // An empty block shows the source text to translate.
  await page.keyboard.press('ArrowDown');
  await expect(editor.text('español').locator('[data-opposite]')).toHaveText('No coma seis horas antes.');
  await page.keyboard.type('Do not eat for six hours.');
  await expect(blocks(editor, 'inglés', 'current')).toHaveCount(2);
  await editor.expectSaved();
  await expect
    .poll(async () => (await readItem(site.dataDir, 'guia')).languages.en?.translation)
    .toMatchObject({ stale: 0, extra: 0 });
});

/** The editor of the guide, published in both languages. */
async function openPublished(openAs: (name: 'Ana') => Promise<Page>, publish: (path: string) => Promise<void>) {
  const page = await openAs('Ana');
  await publish(GUIDE_PATH);
  const editor = createEditorPage(page);
  await editor.open(editorOf(GUIDE_PATH));
  return { page, editor };
}

/** Publishes the changed languages of an item, confirming warnings if any are expected. */
async function publishOnPage(page: Page, path: string, isWarned = false): Promise<void> {
  await page.goto(`${path}/publish`);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  if (isWarned) await page.getByRole('button', { name: 'Publicar de todos modos' }).click();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Publicado.' })).toBeVisible();
}

/**
 * Changes an item's slugs in the editor, and publishes it.
 * @param wasOfAnother whether another item formerly had the address, which causes warnings
 */
async function moveTo(
  page: Page,
  path: string,
  slugs: { es: string; en: string },
  wasOfAnother = false,
): Promise<void> {
  const editor = createEditorPage(page);
  await editor.open(editorOf(path));
  for (const language of ['es', 'en'] as const) {
    const slug = editor.column(language).getByLabel('Dirección');
    await slug.fill(slugs[language]);
    const told = wasOfAnother ? /^Esta dirección fue de «/ : 'La dirección publicada llevará a esta para siempre.';
    await expect(editor.column(language).getByText(told)).toBeVisible();
  }
  await editor.expectSaved();
  await publishOnPage(page, path, wasOfAnother);
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
