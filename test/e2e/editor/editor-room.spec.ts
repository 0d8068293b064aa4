import type { Locator, Page } from '@playwright/test';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage, type EditorPage } from '../../helpers/items/editor-page.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

const ITEM = 'articles/largo';

/** More paragraphs than fit into any of the windows. */
const NUMBERS = Array.from({ length: 9 }, (_, index) => index + 1);

const LONG = articleOf('largo', {
  es: {
    title: 'Una guía larga del estudio',
    slug: 'largo',
    paragraphs: NUMBERS.map((number) => `${number}: ${'palabras que llenan renglones, '.repeat(10)}y más.`),
  },
  en: {
    title: 'A long guide to the exam',
    slug: 'long',
    paragraphs: NUMBERS.map((number) => `${number}: ${'words that fill all of the lines, '.repeat(10)}and more.`),
  },
});

test.beforeEach(({ site }) => writeItems(site.dataDir, [LONG]));

/** The lines of a text that nothing covers, top to bottom, as the heights of their middles. */
function linesInView(text: Locator): Promise<number[]> {
  return text.evaluate((element) => {
    const range = document.createRange();
    const middles = new Set<number>();
    for (const block of element.querySelectorAll('p, li, h2, h3, h4')) {
      range.selectNodeContents(block);
      for (const { top, bottom, left, height } of range.getClientRects()) {
        const middle = Math.round((top + bottom) / 2);
        const isInView = [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + 1, y)));
        if (height > 12 && isInView) middles.add(middle);
      }
    }
    return [...middles].sort((a, b) => a - b).filter((middle, index, all) => middle - (all[index - 1] ?? 0) > 6);
  });
}

/** Runs in the page: what lies over the caret, if it is not the text itself. */
function overCaret(text: Locator): Promise<string | undefined> {
  return text.evaluate((element) => {
    const range = getSelection()?.getRangeAt(0);
    const node = range?.startContainer;
    const block = node instanceof Element ? node : node?.parentElement;
    const rect = range?.getClientRects()[0] ?? block?.getBoundingClientRect();
    if (!rect) return 'there is no caret';
    for (const y of [rect.top + 2, Math.min(rect.bottom, rect.top + 24) - 2]) {
      const found = document.elementFromPoint(Math.max(rect.left, 1), y);
      if (!found || !element.contains(found)) return `${found?.outerHTML.slice(0, 80)} at ${Math.round(y)}`;
    }
    return undefined;
  });
}

/** Runs in the page: what lies over an element anywhere down its middle, if anything does. */
function overElement(element: Locator): Promise<string | undefined> {
  return element.evaluate((own) => {
    const { left, width, top, bottom } = own.getBoundingClientRect();
    for (let y = top + 2; y < bottom - 2; y += 4) {
      const found = document.elementFromPoint(left + width / 2, y);
      if (!own.contains(found)) return `${found?.outerHTML.slice(0, 80)} at ${Math.round(y)}`;
    }
    return undefined;
  });
}

/** Lines that are written past the lower edge of the window. */
const LINES = 4;

/** Writes past the lower edge of the window, goes back past the upper one, and writes at both ends of the text. */
async function expectNoBarOverCaret(page: Page, { text, bar, caretAtEnd }: EditorPage): Promise<void> {
  const spanish = text('español');
  const top = () => page.evaluate(() => Math.round(scrollY));
  await caretAtEnd(spanish.locator('p').first());
  await caretAtEnd(spanish.locator('p').nth(await lastWholeBlock(spanish)));
  const before = await top();
  for (let line = 1; line <= LINES; line++) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(`${line}`);
    // The state of the block may come a moment after the words, and then makes room for them.
    await expect.poll(() => overCaret(spanish), `line ${line}`).toBeUndefined();
  }
  expect(await top(), 'the page has scrolled down').toBeGreaterThan(before);
  const [highest = 0] = await linesInView(spanish);
  await page.evaluate((to) => {
    const caret = getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? 0;
    window.scrollBy({ top: caret - to, behavior: 'instant' });
  }, highest + 30);
  const below = await top();
  for (let press = 0; press < LINES + 2; press++) {
    await page.keyboard.press('ArrowUp');
    expect(await overCaret(spanish), `${press} lines up`).toBeUndefined();
  }
  expect(await top(), 'the page has scrolled up').toBeLessThan(below);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Z');
  await expect.poll(() => overCaret(spanish), 'at the end').toBeUndefined();
  await expect(bar.getByRole('status')).toContainText(/Falta|Desactualizado/);
  await page.keyboard.type('Z');
  await expect.poll(() => overCaret(spanish), 'beside the state of the block').toBeUndefined();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('A');
  expect(await overCaret(spanish), 'at the start').toBeUndefined();
}

/** The number of the lowest block of a text that is in view to its last line. */
async function lastWholeBlock(text: Locator): Promise<number> {
  const lowest = (await linesInView(text)).at(-1) ?? 0;
  return text
    .locator('p')
    .evaluateAll(
      (blocks, to) => blocks.findLastIndex((block) => block.getBoundingClientRect().bottom < to + 20),
      lowest,
    );
}

test('on a laptop, the text of an article has room', async ({ openAs }) => {
  const page = await openAs('Ana');
  await page.setViewportSize({ width: 1280, height: 720 });
  const editor = createEditorPage(page);
  await editor.open(ITEM);

  await test.step('at least 360 px of it are shown when it is opened', async () => {
    for (const language of ['español', 'inglés'] as const) {
      const first = editor.text(language).locator('p').first();
      const { y } = (await first.boundingBox()) ?? { y: 720 };
      expect(720 - y, language).toBeGreaterThanOrEqual(360);
      const lines = await linesInView(editor.text(language));
      expect((lines.at(-1) ?? 0) - (lines[0] ?? 0), language).toBeGreaterThanOrEqual(320);
    }
  });

  await test.step('the state of a block stands beside the other language, and never moves what is being written', async () => {
    const block = editor.text('español').locator('p').first();
    await editor.caretAtEnd(block);
    const before = await block.boundingBox();
    await page.keyboard.type('!');
    await editor.bar.getByRole('button', { name: 'Desplegar' }).click();
    await expect(editor.bar.locator('ins')).toBeVisible();
    const [panel, own, other] = await Promise.all(
      [editor.bar, block, editor.text('inglés').locator('p').first()].map((part) => part.boundingBox()),
    );
    expect(own?.y).toBe(before?.y);
    expect(panel?.x).toBeGreaterThan((own?.x ?? 0) + (own?.width ?? 0));
    expect(panel?.y).toBeGreaterThanOrEqual((other?.y ?? 0) + (other?.height ?? 0));
  });

  await test.step('the toolbar stays over the state of a block that scrolls below it', async () => {
    const toolbar = page.getByRole('toolbar', { name: /inglés/ });
    // The toolbar stays below the row of actions, where the state of the block now passes.
    await editor.bar.evaluate((own) =>
      window.scrollBy({ top: own.getBoundingClientRect().top - 60, behavior: 'instant' }),
    );
    const [toolbarBox, panelBox] = await Promise.all([toolbar, editor.bar].map((part) => part.boundingBox()));
    expect((toolbarBox?.y ?? 0) + (toolbarBox?.height ?? 0)).toBeGreaterThan(panelBox?.y ?? 720);
    expect(await overElement(toolbar)).toBeUndefined();
  });

  await test.step('the fields of both languages begin at the same height while one of them grows', async () => {
    const tops = (name: string) =>
      Promise.all(
        (['es', 'en'] as const).map(async (code) =>
          Math.round((await editor.column(code).getByLabel(name, { exact: true }).boundingBox())?.y ?? 0),
        ),
      );
    await editor.column('es').getByLabel('Resumen').fill('Palabras que llenan varios renglones. '.repeat(10));
    for (const name of ['Título', 'Resumen', 'Dirección']) {
      const [spanish, english] = await tops(name);
      expect(spanish, name).toBe(english);
    }
  });

  await test.step('nobody writes under a bar', () => expectNoBarOverCaret(page, editor));
});

test('on a phone with its keyboard open, the text of an article has room', async ({ openAs }) => {
  const page = await openAs('Ana');
  await page.setViewportSize({ width: 390, height: 480 });
  const editor = createEditorPage(page);
  await editor.open(ITEM);

  await test.step('one language is shown at a time', async () => {
    await expect(editor.text('inglés')).toBeHidden();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow(), 'nothing is wider than the phone').toBeLessThanOrEqual(0);
    await page.getByRole('radio', { name: 'inglés' }).check();
    await expect(editor.text('inglés')).toBeVisible();
    await expect(editor.text('español')).toBeHidden();
    await page.getByRole('radio', { name: 'español' }).check();
  });

  await test.step('at least seven lines of it are in view', async () => {
    const text = editor.text('español');
    await text
      .locator('p')
      .first()
      .click({ position: { x: 40, y: 10 } });
    await expect.poll(async () => (await linesInView(text)).length).toBeGreaterThanOrEqual(7);
    await page.keyboard.type('Así: ');
    await expect(text.locator('[data-unit-state="stale"]')).toHaveCount(1);
    await expect(editor.bar.getByRole('button', { name: 'Marcar como al día' })).toBeVisible();
    expect(await overCaret(text)).toBeUndefined();
    expect((await linesInView(text)).length).toBeGreaterThanOrEqual(7);
    await editor.bar.getByRole('button', { name: 'Desplegar' }).click();
    await expect(editor.bar.locator('ins')).toBeVisible();
    await editor.bar.getByRole('button', { name: 'Plegar' }).click();
    await expect(editor.bar.locator('ins')).toHaveCount(0);
  });

  await test.step('the menu of blocks opens over the state of the block', async () => {
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.type('!');
    await expect(editor.bar.getByRole('button', { name: 'Marcar como al día' })).toBeVisible();
    await page.getByRole('toolbar').getByRole('button', { name: 'Insertar' }).click();
    const menu = page.getByRole('menu', { name: 'Insertar' });
    await expect(menu).toBeVisible();
    const [menuBox, panelBox] = await Promise.all([menu, editor.bar].map((part) => part.boundingBox()));
    expect((menuBox?.y ?? 0) + (menuBox?.height ?? 0)).toBeGreaterThan(panelBox?.y ?? 480);
    await expect.poll(() => overElement(menu)).toBeUndefined();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  });

  await test.step('nobody writes under a bar', () => expectNoBarOverCaret(page, editor));
});

test('the editor is arranged and saved by keys', async ({ openAs }) => {
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  await editor.open(ITEM);

  await test.step('the text is shown alone by its key, and everything else again', async () => {
    await editor.caretAtEnd(editor.text('inglés').locator('p').first());
    await page.keyboard.press('F9');
    await expect(editor.text('inglés')).toBeFocused();
    for (const gone of [
      editor.text('español'),
      page.getByRole('navigation', { name: 'Administración' }),
      page.getByLabel('Resumen').first(),
      page.getByRole('banner'),
    ]) {
      await expect(gone).toBeHidden();
    }
    await page.keyboard.type(' Alone.');
    await page.getByRole('radio', { name: 'español' }).check();
    await expect(editor.text('español')).toBeVisible();
    await page.getByRole('button', { name: 'Mostrar todo' }).click();
    await expect(editor.text('inglés')).toContainText('Alone.');
    await expect(page.getByRole('navigation', { name: 'Administración' })).toBeVisible();
  });

  await test.step('the keys that save elsewhere say that everything is saved', async () => {
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.type(' Palabras.');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('listitem').filter({ hasText: 'Todo está guardado.' })).toBeVisible();
  });

  await test.step('what was saved is there after a reload; the menu that was folded stays so, and its names are readable', async () => {
    await page.getByRole('button', { name: 'Plegar el menú' }).click();
    const width = () =>
      page.locator('[data-admin-navigation]').evaluate((aside) => aside.getBoundingClientRect().width);
    expect(await width()).toBeLessThan(90);
    await page.reload();
    await expect(editor.text('español')).toContainText('Palabras.');
    await expect(page.getByRole('button', { name: 'Desplegar el menú' })).toBeVisible();
    expect(await width()).toBeLessThan(90);
    await page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name: 'Artículos' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Artículos' })).toBeVisible();
    await page.getByRole('button', { name: 'Desplegar el menú' }).click();
    expect(await width()).toBeGreaterThan(200);
  });
});
