import type { Page } from '@playwright/test';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

/** The id of a picture that does not exist. */
const NO_PICTURE = '0'.repeat(32);

const WORD = 'electroencefalografía ';
/** As long as allowed, with a word that is wider than a phone. */
const longest = (most: number) => `${'x'.repeat(90)} ${WORD.repeat(500)}`.slice(0, most - 1).concat('z');

const LONG = longStudy();

/** A study whose every field of text has the longest value that publishing allows. */
function longStudy() {
  const content = {
    title: longest(CONTENT_LIMITS.title),
    summary: longest(CONTENT_LIMITS.summary),
    paragraphs: ['A.'],
  };
  const slug = 'a'.repeat(CONTENT_LIMITS.slug - 2);
  const item = articleOf('largo', { es: { ...content, slug: `${slug}es` }, en: { ...content, slug: `${slug}en` } });
  const picture = (id: string) => ({
    type: 'image',
    attrs: { id, media: NO_PICTURE, alt: longest(CONTENT_LIMITS.alt), caption: longest(400) },
  });
  const languages = Object.entries(item.languages).map(([code, { body, ...language }]) => [
    code,
    {
      ...language,
      body: { ...body, content: [...body.content, picture(`${code}-picture`)] },
      seo: { title: longest(CONTENT_LIMITS.seoTitle), description: longest(CONTENT_LIMITS.seoDescription) },
      coverAlt: longest(CONTENT_LIMITS.alt),
      author: longest(CONTENT_LIMITS.author),
      fields: { preparation: [longest(300)] },
    },
  ]);
  return {
    ...item,
    type: 'studies',
    author: longest(CONTENT_LIMITS.author),
    cover: { media: NO_PICTURE },
    languages: Object.fromEntries(languages),
  };
}

/** The names of the fields in view that do not show all of their text. */
function cutFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:not([type]), input[type="text"]',
    );
    return [...fields]
      .filter((field) => field.checkVisibility() && field.clientWidth > 1)
      .filter((field) => field.scrollWidth > field.clientWidth || field.scrollHeight > field.clientHeight)
      .map((field) => `${field.labels?.[0]?.textContent}: ${field.value.slice(0, 20)}`);
  });
}

test('no field of the editor cuts its text, however long, and line breaks never get into a line', async ({
  openAs,
  site,
  expected,
}) => {
  // The pictures exist in the texts alone.
  expected.problem(/404/);
  await writeItems(site.dataDir, [LONG]);
  for (const person of ['Ana', 'Tere'] as const) {
    const page = await openAs(person);
    const editor = createEditorPage(page);
    await editor.open('studies/largo');
    for (const details of await page.locator('[data-column] summary').all()) await details.click();
    for (const width of [1920, 1280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.locator('[data-column]').getByRole('textbox').count(), person).toBeGreaterThan(7);
      expect(await cutFields(page), `${person} at ${width} px`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Datos y portada' }).click();
    await expect(page.getByRole('dialog').getByLabel('Firma')).toBeVisible();
    expect(await cutFields(page), `${person} in the data`).toEqual([]);
  }
});

test('a line takes no line breaks: Enter does what it did, and what is pasted becomes one line', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const field = (name: string) => editor.column('es').getByLabel(name, { exact: true });
  const title = field('Título');
  await title.fill('Antes');
  await title.press('Shift+Enter');
  await page.keyboard.type('y después');
  await expect(title).toHaveValue('Antesy después');
  await field('Resumen').fill('Uno\n\n  dos\ntres');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await title.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.type('. ');
  await expect(title).toHaveValue('Uno dos tres. Antesy después');
  await title.press('ControlOrMeta+z');
  await expect(title).not.toHaveValue(/tres/);
  await title.press('Enter');
  await expect(editor.text('español')).toBeFocused();
});
