import { createEditorPage } from '../helpers/editor-page.ts';
import { expect, test } from '../helpers/item-pages.ts';
import { articleOf, writeItems } from '../helpers/write-items.ts';

const GUIDE = articleOf('guia', {
  es: {
    title: 'Guía del estudio',
    slug: 'guia',
    paragraphs: ['Llegue con tiempo.', 'No coma seis horas antes.', 'Beba agua.'],
  },
  en: { title: 'A guide', slug: 'guide', paragraphs: ['Come early.', 'Do not eat.', 'Drink water.'] },
});

const PATH = 'articles/guia';

/** The guide with some of its English paragraphs: words, '' for an empty one, and `undefined` for none. */
function guideWith(...paragraphs: (string | undefined)[]) {
  const { es, en } = GUIDE.languages;
  if (!es || !en) throw new Error('The guide has both languages');
  const content = en.body.content.flatMap(({ content: _, ...block }, index) => {
    const text = paragraphs[index];
    if (text === undefined) return [];
    return [{ ...block, ...(text !== '' && { content: [{ type: 'text', text }] }) }];
  });
  return { ...GUIDE, languages: { es, en: { ...en, body: { type: 'doc' as const, content } } } };
}

test('the next thing to do is where its words are written: a block that waits for them, or a new one', async ({
  openAs,
  site,
}) => {
  await writeItems(site.dataDir, [guideWith('Come early.', '', undefined)]);
  const page = await openAs('Tere');
  const editor = createEditorPage(page);
  await editor.open(PATH);
  const english = editor.text('inglés');
  await expect(english.locator('[data-unit-state="missing"]')).toHaveCount(1);
  await page.getByRole('button', { name: /^Siguiente pendiente/ }).click();
  await expect(english).toBeFocused();
  await page.keyboard.type('Do not eat.');
  await expect(english.locator('p')).toHaveText(['Come early.', 'Do not eat.']);
  await page.getByRole('button', { name: /^Siguiente pendiente/ }).click();
  await expect(english).toBeFocused();
  await expect(english.locator('p')).toHaveCount(3);
  await page.keyboard.type('Drink water.');
  await expect(english.locator('[data-unit-state="current"]')).toHaveText([
    'Come early.',
    'Do not eat.',
    'Drink water.',
  ]);
  await expect(editor.text('español').locator('p')).toHaveText(GUIDE_WORDS);
});

const GUIDE_WORDS = ['Llegue con tiempo.', 'No coma seis horas antes.', 'Beba agua.'];

test('a block is added where an empty one waits for it', async ({ openAs, site }) => {
  await writeItems(site.dataDir, [guideWith('Come early.', '', 'Drink water.')]);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  await editor.open(PATH);
  await editor.caretAtEnd(editor.text('español').getByText('No coma seis horas antes.'));
  await page.getByRole('button', { name: 'Agregar este bloque en inglés' }).click();
  await expect(editor.text('inglés')).toBeFocused();
  await page.keyboard.type('Do not eat.');
  await expect(editor.text('inglés').locator('p')).toHaveText(['Come early.', 'Do not eat.', 'Drink water.']);
  await expect(editor.text('inglés').locator('[data-unit-state="current"]')).toHaveCount(3);
});

test('an empty block is warned of, and no part of the page', async ({ openAs, site, request }) => {
  await writeItems(site.dataDir, [guideWith('Come early.', '', 'Drink water.')]);
  const page = await openAs('Ana', `/admin/items/${PATH}/publish`);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByRole('button', { name: 'Publicar de todos modos' }).click();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Publicado.' })).toBeVisible();
  const published = await (await request.get('/en/articles/guide')).text();
  expect(published).toContain('Come early.');
  expect(published).not.toMatch(/<p[^>]*><\/p>/);
});

test('while the original is written, a language that was never begun is one quiet fact', async ({ openAs, site }) => {
  const { es } = GUIDE.languages;
  if (!es) throw new Error('The guide has Spanish');
  await writeItems(site.dataDir, [{ ...GUIDE, languages: { es } }]);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  await editor.open(PATH);
  await expect(page.getByText('inglés: sin empezar')).toBeVisible();
  await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
  await page.keyboard.type(' Mucha.');
  await editor.expectSaved();
  await expect(page.getByRole('button', { name: /^Siguiente pendiente/ })).toHaveCount(0);
  await expect(page.locator('[data-unit-state]')).toHaveCount(0);
  await expect(editor.bar.getByRole('status')).toHaveText('');
  await editor.column('en').getByLabel('Título', { exact: true }).fill('A guide');
  await expect(editor.text('español').locator('[data-unit-state="missing"]')).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Siguiente pendiente/ })).toBeVisible();
});
