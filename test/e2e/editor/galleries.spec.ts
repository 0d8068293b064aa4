import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { MOST_SHIFT, shiftsOf, watchShifts } from '../../helpers/browser/watch-shifts.ts';
import { readItem } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const drawing = (name: string, [width, height]: readonly [number, number]) => ({
  name: `${name}.svg`,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><title>${name}</title><rect width="100%" height="100%" fill="#0b5351"/></svg>`,
  ),
});

const FILES = [drawing('Uno', [40, 30]), drawing('Dos', [20, 40]), drawing('Tres', [90, 30])];

async function openArticle(openAs: (name: 'Ana', path: string) => Promise<Page>): Promise<Page> {
  const page = await openAs('Ana', ARTICLE_PATH);
  await expect(createEditorPage(page).text('español')).toBeVisible();
  return page;
}

/** Uploads files in the library that an act opens, and takes them. */
async function choose(page: Page, files: typeof FILES, act: () => Promise<void>): Promise<void> {
  await act();
  const library = page.getByRole('dialog');
  await library.locator('input[type="file"]').setInputFiles(files);
  const words = files.length === 1 ? 'Agregar 1 archivo' : `Agregar ${files.length} archivos`;
  await library.getByRole('button', { name: words, exact: true }).click();
}

/** Describes the pictures of a gallery in their order. */
async function describeAll(gallery: Locator, words: string[]): Promise<void> {
  await expect(gallery.getByRole('figure')).toHaveCount(words.length);
  for (const [index, word] of words.entries()) {
    await gallery.getByLabel('Qué se ve (texto alternativo)').nth(index).fill(word);
  }
}

const descriptions = (gallery: Locator) =>
  gallery
    .getByLabel('Qué se ve (texto alternativo)')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a gallery and a wide picture are made by keyboard, and shown alike to readers on every screen', async ({
  openAs,
  publish,
  site,
}) => {
  const page = await openArticle(openAs);
  await page.setViewportSize({ width: 1280, height: 800 });
  const editor = createEditorPage(page);
  const text = editor.text('español');
  const gallery = text.getByRole('group', { name: 'Galería' });

  await test.step('several files are chosen at once', async () => {
    await editor.caretAtEnd(text.locator('p').last());
    await page.keyboard.type(' /galería');
    await choose(page, FILES, () => page.keyboard.press('Enter'));
    await describeAll(gallery, ['Uno', 'Dos', 'Tres']);
    await gallery.getByLabel('Pie de imagen').first().fill('La primera');
  });

  await test.step('a picture is moved, and the focus goes with it as far as it leads', async () => {
    const later = gallery.getByRole('button', { name: 'Mover la imagen después' });
    const earlier = gallery.getByRole('button', { name: 'Mover la imagen antes' });
    await expect(later).toHaveCount(2);
    await later.first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => descriptions(gallery)).toEqual(['Dos', 'Uno', 'Tres']);
    await expect(later.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => descriptions(gallery)).toEqual(['Dos', 'Tres', 'Uno']);
    await expect(earlier.last()).toBeFocused();
  });

  await test.step('what a key removes is taken back by a key', async () => {
    for (const [name, left] of [
      ['Quitar la imagen', 2],
      ['Quitar la galería', 0],
    ] as const) {
      await gallery.getByRole('button', { name }).first().press('Enter');
      await expect(gallery.getByRole('figure')).toHaveCount(left);
      await expect(text).toBeFocused();
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(() => descriptions(gallery)).toEqual(['Dos', 'Tres', 'Uno']);
    }
  });

  await test.step('Enter at a picture begins a line after the gallery', async () => {
    await gallery.getByRole('img', { name: 'Dos' }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Después.');
    await expect(text.locator(':scope > p').nth(2)).toHaveText('Después.');
    await expect(gallery.getByRole('figure')).toHaveCount(3);
  });

  await test.step('a picture becomes wide', async () => {
    await page.keyboard.type(' /imagen');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .locator('input[type="file"]')
      .setInputFiles([drawing('Sala', [300, 100])]);
    const figure = text.locator(':scope > .node-image').getByRole('figure');
    await figure.getByLabel('Qué se ve (texto alternativo)').fill('La sala');
    const wide = figure.getByRole('group', { name: 'Ancho de la imagen' }).getByRole('button', { name: 'Ancha' });
    await expect(wide).toHaveAttribute('aria-pressed', 'false');
    await wide.press('Space');
    await expect(wide).toHaveAttribute('aria-pressed', 'true');
    await expect(wide).toBeFocused();
    await editor.expectSaved();
    await expectNoViolations(page);
  });

  await expect
    .poll(async () =>
      (await readItem(site.dataDir, ARTICLE.id)).languages.es?.body.content.map(({ type, attrs, content }) => [
        type,
        attrs?.width ?? content?.map((node) => node.attrs?.alt ?? node.type).join(),
      ]),
    )
    .toEqual([
      ['paragraph', 'text'],
      ['paragraph', 'text'],
      ['gallery', 'Dos,Tres,Uno'],
      ['paragraph', 'text'],
      ['image', 'wide'],
      ['paragraph', undefined],
    ]);

  await publish(ARTICLE_PATH, ['es']);
  await watchShifts(page);
  const wide = page.locator('main figure[data-width="wide"]');
  const pictures = page.locator('main .gallery figure');
  const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0);
  for (const [width, columns] of [
    [1280, 3],
    [390, 2],
    [320, 1],
  ] as const) {
    await test.step(`readers at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/articulos/ayuno');
      await expect(pictures.getByRole('img')).toHaveCount(3);
      await expect(pictures.last().getByText('La primera')).toBeVisible();
      const rows = await pictures.evaluateAll((all) => all.map((figure) => figure.getBoundingClientRect().top));
      expect(rows.filter((top) => top === rows[0])).toHaveLength(columns);
      const line = await widthOf(page.locator('main .prose > p').first());
      if (width === 1280) expect(await widthOf(wide)).toBeGreaterThan(line * 1.3);
      else expect(await widthOf(wide)).toBe(width);
      await wide.scrollIntoViewIfNeeded();
      expect(await scrollsSideways(page)).toBe(0);
      expect((await shiftsOf(page)).sum).toBeLessThan(MOST_SHIFT);
      if (width < 400) await expectNoViolations(page);
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a gallery is begun, filled, ordered and emptied by taps', async ({ openAs, site }) => {
    const page = await openArticle(openAs);
    const editor = createEditorPage(page);
    const text = editor.text('español');
    const gallery = text.getByRole('group', { name: 'Galería' });
    await text.locator('p').last().tap();
    await page.getByRole('button', { name: 'Insertar', exact: true }).tap();
    await choose(page, FILES.slice(0, 1), () => page.getByRole('menuitem', { name: 'Galería' }).tap());
    await describeAll(gallery, ['Uno']);
    await choose(page, FILES.slice(1), () => gallery.getByRole('button', { name: 'Agregar imágenes' }).tap());
    await describeAll(gallery, ['Uno', 'Dos', 'Tres']);
    await gallery.getByRole('button', { name: 'Mover la imagen antes' }).last().tap();
    await expect.poll(() => descriptions(gallery)).toEqual(['Uno', 'Tres', 'Dos']);
    const sizes = await gallery
      .getByRole('button')
      .evaluateAll((buttons) => buttons.filter((one) => one.checkVisibility()).map((one) => one.clientHeight));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    expect(await scrollsSideways(page)).toBe(0);
    // Nothing is half below the bar.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNoViolations(page);
    await gallery.getByRole('button', { name: 'Quitar la imagen' }).first().tap();
    await expect.poll(() => descriptions(gallery)).toEqual(['Tres', 'Dos']);
    await gallery.getByRole('button', { name: 'Quitar la imagen' }).first().tap();
    await gallery.getByRole('button', { name: 'Quitar la imagen' }).first().tap();
    await expect(gallery).toHaveCount(0);
    await page.getByRole('button', { name: 'Deshacer' }).tap();
    await expect.poll(() => descriptions(gallery)).toEqual(['Dos']);
    await editor.expectSaved();
    await expect
      .poll(async () => JSON.stringify((await readItem(site.dataDir, ARTICLE.id)).languages.es?.body))
      .toContain('"gallery"');
  });
});
