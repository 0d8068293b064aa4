import type { Page } from '@playwright/test';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

const spanish = (page: Page) => page.getByRole('textbox', { name: 'Texto en español' });
const first = (page: Page) => spanish(page).locator('p').first();

/** Pastes plain text where the focus is. */
async function pastePlain(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** What is selected two frames later. */
function selectedWords(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return getSelection()?.toString();
  });
}

test('a text begins at once, and addresses and plain text in it become what they say', async ({ openAs, site }) => {
  const page = await openAs('Ana', '/admin/items/news');
  const editor = createEditorPage(page);

  await test.step('from the list to the first word of a text it is one click', async () => {
    await page
      .getByRole('link', { name: /^(Nueva|Crear)/ })
      .first()
      .click();
    await expect(page.getByLabel('Título')).toBeFocused();
    await page.keyboard.type('Abrimos');
    await page.keyboard.press('Enter');
    await expect(spanish(page)).toBeFocused();
    await page.keyboard.type('Ya.');
    await expect(first(page)).toHaveText('Ya.');
    await editor.expectSaved();
  });

  await test.step('Enter leads from the title to the text, and an item without a title begins in it', async () => {
    await writeItems(site.dataDir, [articleOf('vacio', { es: { title: '', slug: 'vacio', paragraphs: [] } })]);
    await page.goto('/admin/items/articles/vacio');
    const title = page.locator('[data-column="es"]').getByLabel('Título', { exact: true });
    await expect(title).toBeFocused();
    await page.keyboard.type('Un título');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ayune.');
    await expect(title).toHaveValue('Un título');
    await expect(first(page)).toHaveText('Ayune.');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('Beba agua.');
  });

  await test.step('an address that is typed becomes a link with the space or Enter after it', async () => {
    await editor.caretAtEnd(first(page));
    await page.keyboard.type(' Vea https://example.org/a, o escriba a ana@example.org.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('www.example.org sigue');
    const links = spanish(page).getByRole('link');
    await expect(links).toHaveText(['https://example.org/a', 'ana@example.org', 'www.example.org']);
    const hrefs = links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(await hrefs).toEqual(['https://example.org/a', 'mailto:ana@example.org', 'https://www.example.org']);
    await expect(spanish(page)).toContainText('www.example.org sigue');
  });

  await test.step('an address that is pasted becomes a link, and links the words over which it is pasted', async () => {
    await editor.caretAtEnd(first(page));
    await page.keyboard.type(' ');
    await pastePlain(page, 'https://example.org/pegado');
    await expect(first(page).getByRole('link', { name: 'https://example.org/pegado' })).toHaveAttribute(
      'href',
      'https://example.org/pegado',
    );
    const block = spanish(page).locator('p', { hasText: /agua\.$/ });
    const before = await editor.blockWords(block);
    // The editor may render before it has read the selection, which restores the former one.
    await expect(async () => {
      await editor.caretAtEnd(block);
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      expect(await selectedWords(page)).toMatch(/agua\.$/);
    }).toPass();
    await pastePlain(page, 'https://example.org/agua');
    await expect(block.getByRole('link')).toHaveAttribute('href', 'https://example.org/agua');
    expect(await editor.blockWords(block)).toBe(before);
  });

  await test.step('plain text in Markdown is pasted as what it says, and other text as it is', async () => {
    await editor.caretAtEnd(first(page));
    await page.keyboard.press('Enter');
    await pastePlain(
      page,
      '## Antes\n\nAyune **seis horas**, [así](https://example.org/ayuno):\n\n- sin agua\n- sin café\n',
    );
    await expect(spanish(page).getByRole('heading', { level: 2, name: 'Antes' })).toBeVisible();
    await expect(spanish(page).locator('strong')).toHaveText('seis horas');
    await expect(spanish(page).getByRole('link', { name: 'así' })).toHaveAttribute('href', 'https://example.org/ayuno');
    await expect(spanish(page).getByRole('listitem')).toHaveText(['sin agua', 'sin café']);
    await editor.caretAtEnd(spanish(page).locator('p').last());
    await page.keyboard.press('Enter');
    await pastePlain(page, 'Uno * dos\nTres <b>cuatro</b>');
    await expect(spanish(page).locator('p', { hasText: 'Uno * dos' })).toHaveText('Uno * dos');
    await expect(spanish(page).locator('p', { hasText: 'Tres' })).toHaveText(/^Tres <b>cuatro<\/b>/);
  });
});
