import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { pdf } from '../../helpers/files/made-files.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const price = (name: string, pages: number) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdf({ pages })),
});

test('files are handed out in a text by keyboard, and readers get them as a list', async ({ openAs, publish }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const text = editor.text('español');
  const file = text.getByRole('group', { name: 'Archivo' });
  await editor.caretAtEnd(text.locator('p').last());
  for (const [name, pages, typed] of [
    ['Precios 2026.pdf', 2, ' /archivo'],
    // The line after a file is empty, and stays after the next one.
    ['Cómo llegar.pdf', 1, '/archivo'],
  ] as const) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Insertar un archivo' });
    await dialog.getByLabel('Subir uno nuevo').setInputFiles(price(name, pages));
    await expect(dialog).toBeHidden();
    await expect(file.getByText(name)).toBeVisible();
  }
  await expect(file.getByText(/^PDF · \d+ kB · 2 páginas$/)).toBeVisible();
  await expect(text).toBeFocused();
  await editor.expectSaved();
  await expectNoViolations(page);

  await publish(ARTICLE_PATH, ['es']);
  await page.goto('/articulos/ayuno');
  const links = page.locator('ul.files').getByRole('link');
  await expect(links).toHaveText([/^Precios 2026\.pdf \(PDF, \d+ kB, 2 páginas\)$/, /^Cómo llegar\.pdf/]);
  const address = (await links.first().getAttribute('href')) ?? '';
  expect(address).toMatch(/^\/files\/[0-9a-f]{32}\/precios-2026\.pdf$/);
  const response = await page.request.get(address);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
});
