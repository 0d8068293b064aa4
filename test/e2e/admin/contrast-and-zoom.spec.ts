import type { Locator } from '@playwright/test';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const backgroundOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);

test('in forced colours, word differences, primary buttons and current entries keep their marks', async ({
  openAs,
}) => {
  const page = await openAs('Ana', '/admin/items/articles');
  await page.emulateMedia({ forcedColors: 'active' });
  const navigation = page.getByRole('navigation', { name: 'Administración' });
  const plain = await backgroundOf(navigation.getByRole('link', { name: 'Noticias' }));
  for (const marked of [
    navigation.getByRole('link', { name: 'Artículos' }),
    page.getByRole('link', { name: 'Todo', exact: true }),
    page.getByRole('main').getByRole('link', { name: 'Crear artículo' }),
  ]) {
    expect(await backgroundOf(marked)).not.toBe(plain);
  }
  await page.goto(ARTICLE_PATH);
  const editor = createEditorPage(page);
  await editor.caretAtEnd(editor.text('español').locator('p').last());
  await page.keyboard.type(' Siempre.');
  await editor.caretAtEnd(editor.text('inglés').locator('p').last());
  const added = page.getByRole('insertion').first();
  await expect(added).toContainText('Siempre');
  expect(await backgroundOf(added)).not.toBe(await backgroundOf(added.locator('..')));
  const lineOf = (state: string) =>
    editor
      .text('inglés')
      .locator(`[data-unit-state="${state}"]`)
      .first()
      .evaluate((block) => getComputedStyle(block).borderInlineStartColor);
  expect(await lineOf('stale'), 'only what is to do has a line').not.toBe(await lineOf('current'));
});

test('at a zoom of 400 %, bars let go, and the text has most of the window', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  await page.setViewportSize({ width: 320, height: 200 });
  await editor.text('español').locator('p').last().click();
  await page.keyboard.type(' Más.');
  const covered = await page.evaluate(() => {
    const bars = [...document.querySelectorAll('body *')].filter((element) => {
      const { position, visibility } = getComputedStyle(element);
      return (position === 'sticky' || position === 'fixed') && visibility === 'visible' && element.checkVisibility();
    });
    return bars.reduce((sum, bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    }, 0);
  });
  expect(covered).toBeLessThanOrEqual(0.4 * 200);
});

test('an empty heading of a translation is no heading that says what it lacks', async ({ openAs, site }) => {
  const { es, en } = ARTICLE.languages;
  if (!es || !en) throw new Error('The article has both languages');
  const heading = (id: string, ...content: RichTextNode[]) => ({
    type: 'heading',
    attrs: { id, level: 2 },
    ...(content.length > 0 && { content }),
  });
  const bodyWith = (first: RichTextNode, { body }: typeof es): RichText => ({
    type: 'doc',
    content: [first, ...body.content],
  });
  const links = { ...en.links, 'block:enh': { source: 'block:esh', hash: '', text: '' } };
  const languages = {
    es: { ...es, body: bodyWith(heading('esh', { type: 'text', text: 'Antes' }), es) },
    en: { ...en, links, body: bodyWith(heading('enh'), en) },
  };
  await writeItems(site.dataDir, [{ ...ARTICLE, id: 'titulos', languages }]);
  const page = await openAs('Ana', '/admin/items/articles/titulos');
  const english = createEditorPage(page).text('inglés');
  const empty = english.locator('h2').first();
  await expect(empty).toHaveAttribute('data-unit-state', 'missing');
  await expect(english.getByRole('heading', { name: 'Falta' })).toHaveCount(0);
  await empty.click();
  await page.keyboard.type('Before');
  await expect(english.getByRole('heading', { name: /^Before/ })).toBeVisible();
});
