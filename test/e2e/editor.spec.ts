import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/account-test.ts';
import { createEditorPage, OWNER, TRANSLATOR } from '../helpers/editor-page.ts';

const ARTICLE = 'articles/mri-or-ct';

test.use({ accounts: { people: [OWNER, TRANSLATOR] }, hasSample: true });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of an item shows what was saved last', async ({ pages, page }) => {
    await pages.enter(OWNER);

    await test.step('only of items that there are', async () => {
      for (const path of ['articles/nothing', 'studies/mri-or-ct', 'nothing/mri-or-ct', 'articles/..%2Fx']) {
        expect((await page.request.get(`/admin/items/${path}`)).status(), path).toBe(404);
      }
    });

    await test.step('in both languages, with the cover and what each says of it, and says what writing needs', async () => {
      await page.goto(`/admin/items/${ARTICLE}`);
      await expect(page.getByText('Para escribir se necesita JavaScript.')).toBeVisible();
      for (const name of ['español', 'inglés']) {
        const language = page.getByRole('region', { name });
        await expect(language.getByRole('paragraph').nth(2)).toBeVisible();
        const figure = language.getByRole('figure').filter({ hasText: 'Texto alternativo' });
        await expect(figure).toHaveText(/^Texto alternativo de la portada\w/);
      }
    });
  });
});

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

test('two people write in the same item', async ({ pages, page, another }) => {
  await pages.enter(OWNER);
  await another.pages.enter(TRANSLATOR);
  const [mine, theirs] = [createEditorPage(page), createEditorPage(another.page)];
  await mine.open(ARTICLE);
  await theirs.open(ARTICLE);

  await test.step('a translator in their language, and in no other', async () => {
    await expect(theirs.text('español')).toHaveAttribute('contenteditable', 'false');
    await expect(theirs.text('inglés')).toHaveAttribute('contenteditable', 'true');
    await expect(theirs.column('es').getByLabel('Título', { exact: true })).toHaveAttribute('readonly', '');
    await expect(theirs.column('es').getByRole('toolbar')).toHaveCount(0);
  });

  await test.step('what one writes appears to the other as it is typed, with who is there and where', async () => {
    await theirs.caretAtEnd(theirs.text('inglés').locator('p').first());
    await another.page.keyboard.type(' Typed by Tomás.');
    await expect(mine.text('inglés').locator('p').first()).toContainText('Typed by Tomás.');
    await expect(page.getByRole('list', { name: 'También aquí' })).toContainText('TL');
    await expect(page.getByRole('img', { name: 'Tomás Lara: texto en inglés' })).toBeVisible();
    await expect(mine.text('inglés').locator('.caret-name')).toHaveText('Tomás Lara');
    await expectBarToFit(page);
    await mine.caretAtEnd(mine.text('inglés').locator('p').first());
    await page.keyboard.type(' Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('Typed by Tomás. Y Ana.');
  });

  await test.step('undo reverts only the own changes', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(theirs.text('inglés').locator('p').first()).not.toContainText('Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('Typed by Tomás.');
  });

  await test.step('what is written is saved, and there when the page is opened again', async () => {
    await mine.caretAtEnd(mine.text('español').locator('p').first());
    await page.keyboard.type(' Palabras nuevas.');
    await mine.column('es').getByLabel('Título', { exact: true }).fill('Título nuevo');
    await mine.expectSaved();
    await page.reload();
    await expect(mine.text('español').locator('p').first()).toContainText('Palabras nuevas.');
    await expect(mine.text('inglés').locator('p').first()).toContainText('Typed by Tomás.');
    await expect(mine.column('es').getByLabel('Título', { exact: true })).toHaveValue('Título nuevo');
  });
});
