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
  await page.keyboard.type(' /archivo');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Insertar un archivo' });
  await dialog.locator('input[type="file"]').setInputFiles([price('Precios 2026.pdf', 2), price('Cómo llegar.pdf', 1)]);
  await dialog.getByRole('button', { name: 'Agregar 2 archivos' }).click();
  await expect(dialog).toBeHidden();
  await expect(file).toHaveCount(2);
  await expect(file.getByText(/^PDF · \d+ kB · 2 páginas$/)).toBeVisible();
  await expect(text).toBeFocused();
  await editor.expectSaved();
  await expectNoViolations(page);

  await publish(ARTICLE_PATH, ['es']);
  await page.goto('/articulos/ayuno');
  const links = page.locator('ul.files').getByRole('link');
  await expect(links).toHaveCount(2);
  const prices = links.filter({ hasText: 'Precios 2026' });
  await expect(prices).toHaveText(/^Precios 2026\.pdf \(PDF, \d+ kB, 2 páginas\)$/);
  const address = (await prices.getAttribute('href')) ?? '';
  expect(address).toMatch(/^\/files\/[0-9a-f]{32}\/precios-2026\.pdf$/);
  const response = await page.request.get(address);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);

  await test.step('a visitor who searches finds it, in the language of the page that hands it out', async () => {
    await expect(async () => {
      await page.goto('/search?q=precios+2026');
      await expect(page.locator('main ol').getByRole('link', { name: 'Precios 2026.pdf' })).toHaveAttribute(
        'href',
        address,
      );
    }).toPass();
    await expect(page.locator('main ol').getByText(/^PDF · \d+ kB$/)).toBeVisible();
    await page.goto('/en/search?q=precios+2026');
    await expect(page.locator('main').getByRole('link', { name: 'Precios 2026.pdf' })).toHaveCount(0);
  });
});
