import type { Page } from '@playwright/test';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

/** At every width from a phone to a laptop, also where the second language makes room for the first. */
async function expectBarToFit(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const narrow of [390, 640, 700, 770, 880, 1000, 1060]) {
    await page.setViewportSize({ width: narrow, height });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `pixels beyond ${narrow}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width, height });
}

test('two people write in the same item', async ({ openAs }) => {
  const [page, other] = [await openAs('Ana', ARTICLE_PATH), await openAs('Tere', ARTICLE_PATH)];
  const [mine, theirs] = [createEditorPage(page), createEditorPage(other)];

  await test.step('a translator in their language, and in no other', async () => {
    await expect(theirs.text('español')).toHaveAttribute('contenteditable', 'false');
    await expect(theirs.text('inglés')).toHaveAttribute('contenteditable', 'true');
    await expect(theirs.column('es').getByLabel('Título', { exact: true })).toHaveAttribute('readonly', '');
    await expect(theirs.column('es').getByRole('toolbar')).toHaveCount(0);
  });

  await test.step('what one writes appears to the other as it is typed, with who is there and where', async () => {
    await theirs.caretAtEnd(theirs.text('inglés').locator('p').first());
    await other.keyboard.type(' By Tere.');
    await expect(mine.text('inglés').locator('p').first()).toContainText('By Tere.');
    await expect(page.getByRole('button', { name: 'También aquí: Tere Soto: texto en inglés' })).toHaveText(/TS$/);
    await expect(mine.text('inglés').locator('.caret-name')).toHaveText('Tere Soto');
    await expectBarToFit(page);
    await mine.caretAtEnd(mine.text('inglés').locator('p').first());
    await page.keyboard.type(' Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('By Tere. Y Ana.');
  });

  await test.step('undo reverts only the own changes', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(theirs.text('inglés').locator('p').first()).not.toContainText('Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('By Tere.');
  });

  await test.step('what is written is saved, and there when the page is opened again', async () => {
    await mine.caretAtEnd(mine.text('español').locator('p').first());
    await page.keyboard.type(' Nuevo.');
    await mine.column('es').getByLabel('Título', { exact: true }).fill('Título nuevo');
    await mine.expectSaved();
    await page.reload();
    await expect(mine.text('español').locator('p').first()).toContainText('Nuevo.');
    await expect(mine.text('inglés').locator('p').first()).toContainText('By Tere.');
    await expect(mine.column('es').getByLabel('Título', { exact: true })).toHaveValue('Título nuevo');
  });
});
