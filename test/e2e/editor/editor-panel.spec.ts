import type { Page } from '@playwright/test';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const NUMBERS = [1, 2, 3, 4, 5];

const ITEM = articleOf('partes', {
  es: {
    title: 'Las partes de una tomografía de tórax con contraste',
    slug: 'partes',
    paragraphs: NUMBERS.map((number) => `${number}. Palabras que llenan dos renglones de la columna, y alguna más.`),
  },
  en: {
    title: 'The parts of a chest CT with contrast medium',
    slug: 'parts',
    paragraphs: NUMBERS.map((number) => `${number}. Short.`),
  },
});

/** Runs in the page: the texts that the panel, where it stands beside the other language, lies over. */
function underPanel(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const panel = document.querySelector('[data-desk-panel="beside"]')?.getBoundingClientRect();
    if (!panel) return ['there is no panel'];
    const range = document.createRange();
    return [...document.querySelectorAll('.draft-text > *, [data-column] :is(input, textarea, label, summary)')]
      .filter((part) => part.checkVisibility() && !part.matches('.sr-only'))
      .filter((part) => {
        range.selectNodeContents(part);
        const label = Number.parseFloat(getComputedStyle(part, '::after').height) || 0;
        const rects = part.matches('input, textarea') ? [part.getBoundingClientRect()] : [...range.getClientRects()];
        return rects.some(
          ({ top, bottom, left, right }) =>
            right > panel.left && left < panel.right && bottom > panel.top && top - label < panel.bottom,
        );
      })
      .map((part) => part.textContent || part.tagName);
  });
}

/** The layout shifts from now on that no input explains; the sum is what browsers report. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  const sum = await page.evaluateHandle(() => {
    const seen = { value: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.value += entry.value;
      }
    }).observe({ type: 'layout-shift' });
    return seen;
  });
  return () => sum.evaluate(({ value }) => value);
}

test('the state of a part stands beside it, covers no other text, and says in its place that something is done', async ({
  openAs,
  site,
}) => {
  await writeItems(site.dataDir, [ITEM]);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  await editor.open('articles/partes');
  const spanish = editor.text('español').locator('p');
  const english = editor.text('inglés').locator('p');
  const state = editor.bar.getByRole('status');
  const shifts = await watchShifts(page);

  await test.step('while the original is written, nothing moves there', async () => {
    await editor.caretAtEnd(spanish.nth(1));
    const before = await spanish.nth(2).boundingBox();
    await page.keyboard.type(' Más.');
    await expect(state).toContainText('Bloque: Desactualizado');
    await expect.poll(() => underPanel(page)).toEqual([]);
    expect((await spanish.nth(2).boundingBox())?.y).toBe(before?.y);
    await editor.caretAtEnd(spanish.nth(2));
    await page.keyboard.type(' Más.');
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(2);
    await expect.poll(() => underPanel(page)).toEqual([]);
    expect(await shifts()).toBeLessThan(0.02);
  });

  await test.step('the translator sees what changed at once, and all of the next block', async () => {
    await editor.caretAtEnd(english.nth(1));
    await expect(editor.bar.locator('ins')).toBeVisible();
    for (const width of [1920, 1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => underPanel(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('what is done is a check mark there, and no toast', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(state).toContainText('Bloque: Al día');
    await expect(state).toBeVisible();
    await expect.poll(() => underPanel(page)).toEqual([]);
    await editor.caretAtEnd(english.nth(2));
    await editor.bar.getByRole('button', { name: 'Marcar como al día' }).click();
    await expect(state).toContainText('Bloque: Al día');
    await expect(page.getByRole('listitem').filter({ hasText: /al día/i })).toHaveCount(0);
    await editor.caretAtEnd(spanish.nth(4));
    await expect(page.locator('[data-desk-panel]')).toHaveCount(0);
  });

  await test.step('a block that is missing, and a field', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('Un párrafo nuevo.');
    await expect(editor.bar.getByRole('button', { name: 'Agregar este bloque en inglés' })).toBeVisible();
    await expect.poll(() => underPanel(page)).toEqual([]);
    for (const name of ['Título', 'Resumen']) {
      await editor.column('es').getByLabel(name, { exact: true }).focus();
      await page.keyboard.type('Ya. ');
      await expect(state).toContainText(`${name}: Desactualizado`);
      await expect(page.locator('[data-desk-panel="below"]')).toBeInViewport();
    }
    expect(await shifts()).toBeLessThan(0.02);
    for (const name of ['Título', 'Resumen']) {
      await editor.column('en').getByLabel(name, { exact: true }).focus();
      await expect(editor.bar.locator('ins')).toBeVisible();
      await expect.poll(() => underPanel(page), name).toEqual([]);
    }
    await editor.caretAtEnd(english.nth(0));
    await expect(page.locator('[data-desk-panel]')).toHaveCount(0);
  });
});

test('that a field is missing is an error once somebody wrote there, or asked what publishing needs', async ({
  openAs,
}) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const title = (language: 'es' | 'en') => editor.column(language).getByLabel('Título', { exact: true });
  const required = 'Este dato es obligatorio.';
  await title('es').fill('');
  await expect(title('es')).toHaveAccessibleDescription(required);
  await editor.expectSaved();
  await page.reload();
  await expect(title('es')).toHaveValue('');
  await expect(title('es')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText(required)).toHaveCount(0);
  await page.getByRole('button', { name: 'Publicar…' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/título/i)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(title('es')).toHaveAccessibleDescription(required);
});
