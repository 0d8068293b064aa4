import { createEditorPage } from '../helpers/editor-page.ts';
import { everythingElse } from '../helpers/everything-else.ts';
import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { variablesOf } from '../helpers/open-site.ts';
import { runMeki } from '../helpers/run-meki.ts';
import { readItem } from '../helpers/write-items.ts';

const ITEM = ARTICLE_PATH.replace('/admin/items/', '');

test('on the page, a translator into English writes English and nothing else', async ({ openAs, site }) => {
  const page = await openAs('Tere');
  const editor = createEditorPage(page);
  await editor.open(ITEM);
  const before = await everythingElse(site.dataDir);

  const spanish = editor.column('es');
  await editor.caretAtEnd(editor.text('español').locator('p').first());
  await page.keyboard.type('NO');
  await editor.paste('<p>NO</p>');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.press('Backspace');
  const fields = await spanish.getByRole('textbox').all();
  expect(fields.length).toBeGreaterThan(3);
  for (const field of fields) await expect(field).not.toBeEditable();
  for (const control of await spanish.getByRole('button').all()) await expect(control).toBeDisabled();
  await page.getByRole('button', { name: 'Datos y portada' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  for (const role of ['textbox', 'checkbox', 'combobox', 'spinbutton'] as const) {
    for (const field of await sheet.getByRole(role).all()) await expect(field).not.toBeEditable();
  }
  await page.keyboard.press('Escape');

  await editor.caretAtEnd(editor.text('inglés').locator('p').first());
  await page.keyboard.type(' Not even coffee.');
  await editor.column('en').getByLabel('Título', { exact: true }).fill('Before the exam');
  await editor.expectSaved();
  await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.en?.title).toBe('Before the exam');
  const { en } = (await readItem(site.dataDir, 'ayuno')).languages;
  expect(JSON.stringify(en?.body)).toContain('Not even coffee.');
  expect(await everythingElse(site.dataDir)).toEqual(before);
});

test('who may write less while the page is open reads on, and is told', async ({ openAs, site }) => {
  const page = await openAs('Beto', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const title = (language: 'es' | 'en') => editor.column(language).getByLabel('Título', { exact: true });
  await editor.expectSaved();
  await expect(title('es')).toBeEditable();
  const role = ['user', 'role', 'beto@example.org', 'translator', '--languages', 'en'];
  expect((await runMeki(variablesOf(site.dataDir), role)).code).toBe(0);
  await expect(title('es')).not.toBeEditable();
  await expect(editor.text('español')).not.toBeEditable();
  await expect(
    editor.column('es').getByText('Solo lectura: su cuenta no puede editar este texto.').first(),
  ).toBeVisible();
  await expect(page.getByText(/^El servidor ya no acepta sus cambios aquí/)).toBeVisible();
  await title('en').fill('Before the exam');
  await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.en?.title).toBe('Before the exam');
});
