import type { Locator, Page } from '@playwright/test';
import { GUIDE, GUIDE_PATH, GUIDE_WORDS } from '../../helpers/data-folders/guide.ts';
import { openStore } from '../../helpers/data-folders/store-reader.ts';
import { articleOf, readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage, type EditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

const editorOf = (path: string) => path.replace('/admin/items/', '');
const blocks = (editor: EditorPage, language: 'español' | 'inglés', state: string) =>
  editor.text(language).locator(`[data-unit-state="${state}"]`);

const numbered = (words: string, times: number) =>
  Array.from({ length: 12 }, (_, index) => `${index}: ${words.repeat(times)}`);

/** The guide with more paragraphs than fit into the window; the Spanish ones are longer. */
const LONG = articleOf('guia', {
  es: { title: 'Guía del estudio', slug: 'guia', paragraphs: [...GUIDE_WORDS, ...numbered('unas palabras, ', 20)] },
  en: {
    title: 'A guide to the exam',
    slug: 'guide',
    paragraphs: ['Come early.', 'Do not eat for six hours.', 'Drink water.', ...numbered('some words, ', 12)],
  },
});

test('a translation follows its source, and becomes public with it', async ({ openAs, site, request, publish }) => {
  await writeItems(site.dataDir, [GUIDE]);
  const { page, editor } = await openPublished(openAs, publish);
  const stale = blocks(editor, 'inglés', 'stale');

  await test.step('one changed sentence ages exactly its block, which a minor edit or a translation makes current again', async () => {
    await expect(blocks(editor, 'inglés', 'current')).toHaveCount(3);

    await editor.caretAtEnd(editor.text('español').getByText('No coma seis horas antes.'));
    // Three words and the full stop.
    for (let word = 0; word < 4; word++) await page.keyboard.press('ControlOrMeta+Backspace');
    await page.keyboard.type('ocho horas antes.');
    await expect(stale).toHaveText(['Do not eat for six hours.']);
    await expect(blocks(editor, 'inglés', 'current')).toHaveCount(2);
    await expect(editor.bar.getByRole('status')).toContainText('Bloque: Desactualizado');
    await editor.bar.getByRole('button', { name: 'Desplegar' }).click();
    await expect(editor.bar.locator('del')).toHaveText(/\bseis\b/);
    await expect(editor.bar.locator('ins')).toHaveText(/\bocho\b/);
    await expect(editor.bar.getByRole('paragraph').last()).toContainText('No coma');

    // The editor's shortcuts do not apply in a dialog.
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(stale).toHaveCount(1);
    await editor.bar.getByRole('button', { name: /^Cambio menor/ }).click();
    await expect(stale).toHaveCount(0);
    await expect(blocks(editor, 'inglés', 'current')).toHaveCount(3);

    // Ctrl+Enter on the source's side marks a minor edit.
    await editor.caretAtEnd(editor.text('español').getByText('No coma ocho horas antes.'));
    await page.keyboard.type('!');
    await expect(stale).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(stale).toHaveCount(0);

    await page.keyboard.type(' Ni té.');
    await expect(stale).toHaveText(['Do not eat for six hours.']);
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(editor.text('inglés')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' No tea.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(stale).toHaveCount(0);
    await expect(editor.bar.getByRole('status')).toContainText('Bloque: Al día');
    await editor.expectSaved();
    await expect
      .poll(async () => (await readItem(site.dataDir, 'guia')).languages.en?.translation)
      .toMatchObject({ stale: 0, missing: 0 });
  });

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

  await test.step('both languages become public together, in one commit; the editor told where their former addresses lead', async () => {
    await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    await page.keyboard.type(' Fría.');
    await editor.caretAtEnd(editor.text('inglés').getByText('Drink water.'));
    // The shortcut is pressed right after typing: it must include the typed text.
    await page.keyboard.type(' Cold.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(stale).toHaveCount(0);
    for (const [language, slug] of [
      ['es', 'antes'],
      ['en', 'before'],
    ] as const) {
      await editor.column(language).getByLabel('Dirección').fill(slug);
      const told = editor.column(language).getByText('La dirección publicada llevará a esta para siempre.');
      await expect(told).toBeVisible();
    }
    await editor.expectSaved();
    const read = async (path: string) => (await request.get(path)).text();
    expect(await read('/articulos/guia')).not.toContain('Fría.');
    expect(await read('/en/articles/guide')).not.toContain('Cold.');

    await page.goto(`${GUIDE_PATH}/publish`);
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Publicado.' })).toBeVisible();
    expect(await read('/articulos/antes')).toContain('Fría.');
    expect(await read('/en/articles/before')).toContain('Cold.');
    const { languages } = await readItem(site.dataDir, 'guia');
    expect([languages.es?.revision, languages.en?.revision]).toEqual([2, 2]);
    expect(languages.en?.publishedAt).toBe(languages.es?.publishedAt);
    expect(await publicationsOnRecord(site)).toEqual([
      ['es', 'en'],
      ['es', 'en'],
    ]);
    for (const [old, now] of [
      ['/articulos/guia', '/articulos/antes'],
      ['/en/articles/guide', '/en/articles/before'],
    ] as const) {
      const { status, headers } = await fetch(site.origin + old, { redirect: 'manual' });
      expect([status, headers.get('location')?.replace(site.origin, '')]).toEqual([301, now]);
    }
  });

  await test.step('the editor tells whose an address was', async () => {
    await page.goto(ARTICLE_PATH);
    await editor.column('es').getByLabel('Dirección').fill('guia');
    await expect(editor.column('es').getByText(/^Esta dirección fue de «Guía del estudio»/)).toBeVisible();
  });
});

test('what the translation lacks is told apart, and led to', async ({ openAs, publish, site }) => {
  await writeItems(site.dataDir, [LONG]);
  const { page, editor } = await openPublished(openAs, publish);

  await test.step('the source and its translation scroll with each other', async () => {
    const [source, translation] = [editor.text('español').locator('p'), editor.text('inglés').locator('p')];
    await expect(translation).toHaveCount(15);
    const below = (block: Locator) =>
      block.evaluate((element) => {
        const column = element.closest('[data-column]');
        return Math.round(element.getBoundingClientRect().top - (column?.getBoundingClientRect().top ?? 0));
      });
    const show = (block: Locator) =>
      block.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await show(source.nth(8));
    const place = await below(source.nth(8));
    await expect.poll(async () => Math.abs((await below(translation.nth(8))) - place)).toBeLessThan(4);
    await show(translation.nth(4));
    const own = await below(translation.nth(4));
    await expect.poll(async () => Math.abs((await below(source.nth(4))) - own)).toBeLessThan(4);
    expect(await below(translation.nth(4))).toBe(own);
  });

  await test.step('it gets the block that it lacks, and the keyboard goes between the two', async () => {
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ayune.');
    await expect(blocks(editor, 'español', 'missing')).toHaveCount(1);
    await editor.bar.getByRole('button', { name: 'Agregar este bloque en inglés' }).click();
    await expect(editor.text('inglés')).toBeFocused();
    await page.keyboard.type('Fast.');
    await expect(blocks(editor, 'español', 'missing')).toHaveCount(0);
    await expect(editor.text('inglés').locator('p').nth(1)).toHaveText('Fast.');
    await page.keyboard.press('F6');
    await expect(editor.text('español')).toBeFocused();
    await expect(editor.text('inglés').locator('[data-opposite]')).toHaveText('Fast.');
  });

  await test.step('the field is shown that belongs to the one that somebody is at', async () => {
    const marked = editor.column('en').locator('[data-unit][data-opposite]');
    await editor.column('es').getByLabel('Resumen').click();
    await expect(marked.getByLabel('Resumen')).toBeVisible();
    await editor.column('es').getByLabel('Título', { exact: true }).click();
    await expect(marked).toHaveCount(1);
    await expect(marked.getByLabel('Título')).toBeVisible();
  });

  await test.step('the board of health and the checks lead to the very block that they are about', async () => {
    await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    await page.keyboard.type(' Fría.');
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

/** The editor of the guide, published in both languages. */
async function openPublished(openAs: (name: 'Ana') => Promise<Page>, publish: (path: string) => Promise<void>) {
  const page = await openAs('Ana');
  await publish(GUIDE_PATH);
  const editor = createEditorPage(page);
  await editor.open(editorOf(GUIDE_PATH));
  return { page, editor };
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
