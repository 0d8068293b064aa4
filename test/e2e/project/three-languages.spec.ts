import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { LIBRARY_TYPES } from '../../fixtures/library/types.ts';
import { ARTICLE, ARTICLE_PATH, test as base, expect } from '../../helpers/items/item-pages.ts';
import { PEOPLE } from '../../helpers/items/item-site-test.ts';
import { card, notice, press } from '../../helpers/items/publishing-pages.ts';
import { copyProject } from '../../helpers/servers/copy-project.ts';
import { EXTENSION_FILES, extensionOf } from '../../helpers/servers/extended-site.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import { type RunningSite, startSite } from '../../helpers/servers/start-site.ts';

const LIBRARY = join(import.meta.dirname, '../../fixtures/library/items');

const ENGLISH = "{ code: 'en', language: 'en-US', name: 'English', direction: 'ltr' },";
const FRENCH = "{ code: 'fr', language: 'fr-FR', name: 'Français', direction: 'ltr' },";
const ARABIC = "{ code: 'ar', language: 'ar-EG', name: 'العربية', direction: 'rtl' },";

/** A part of the messages of Arabic; the rest is the kit's, or in English. */
const ARABIC_MESSAGES = {
  'locales/ar/common.json': {
    skipToContent: 'انتقل إلى المحتوى',
    navigation: { main: 'الرئيسية', home: 'الصفحة الرئيسية' },
  },
};

/**
 * A build of the project with a line more in its configuration for each language, messages of one of them, types with every kind
 * of field, and the block and the page of docs/extending.md.
 */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
  site: async ({}, use) => {
    const copy = await copyProject(
      (config) =>
        config
          .replace(ENGLISH, ENGLISH + FRENCH + ARABIC)
          .replace(
            "{ es: 'Meki Imagen', en: 'Meki Imaging' }",
            "{ es: 'Biblioteca Municipal de Ribera', en: 'Ribera Municipal Library' }",
          )
          .replace('contentTypes: [', `contentTypes: [...${JSON.stringify(LIBRARY_TYPES)},`)
          .replace('  contentTypes: [', `${extensionOf()}  contentTypes: [`)
          .replace('navigation: [', "navigation: ['visit', "),
      { ...ARABIC_MESSAGES, ...EXTENSION_FILES },
    );
    const fill = (dataDir: string) => fillFolder(dataDir, { people: PEOPLE, items: [ARTICLE] });
    const site = await startSite({ MEKI_SAMPLE: 'false' }, fill, 'scripts/start.js', copy.root);
    await use(site);
    await site.stop();
    await copy.remove();
  },
});

test('further languages are added by a line each, and everything knows them', async ({
  site,
  openAs,
  expected,
  browser,
}) => {
  expected.problem(/404/);
  const page = await openAs('Ana', ARTICLE_PATH);
  expect(site.errors, 'what it lacks is told at once').toEqual([
    expect.stringMatching(
      /"missing":\["site\.config\.ts: name: the text in \\"fr\\" is missing".*"locales\/fr: the folder is missing; the texts of locales\/en are shown","locales\/ar\/account\.json: messages are missing.*\]/,
    ),
  ]);

  // The desk shows two, chosen and remembered.
  await expect(columns(page)).toHaveText(['español', 'inglés']);
  await insertVideo(page);
  await choose(page, 1, 'francés');
  await expect(columns(page)).toHaveText(['español', 'francés']);
  await page.getByRole('textbox', { name: 'Título', exact: true }).last().fill('Le jeûne avant l’examen');
  const text = page.getByRole('textbox', { name: 'Texto en francés' });
  await text.click();
  await page.keyboard.type('Ne mangez pas pendant six heures.');
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await page.reload();
  await expect(columns(page)).toHaveText(['español', 'francés']);
  await expect(text).toContainText('Ne mangez pas');
  await choose(page, 0, 'inglés');
  await expect(columns(page)).toHaveText(['inglés', 'francés']);

  // States, health, preview and publishing have all three.
  await page.goto('/admin/items/articles?state=fr.draft');
  await expect(page.getByRole('link', { name: /Borrador/ })).toHaveCount(3);
  await page.goto('/admin/health?language=fr');
  await expect(
    page.getByRole('link', { name: 'Ir a «El ayuno antes del estudio», francés: No está publicado' }),
  ).toBeVisible();
  await page.goto(`${ARTICLE_PATH}/preview?language=fr`);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Le jeûne avant l’examen');
  await page.goto(`${ARTICLE_PATH}/publish`);
  await expect(card(page, 'francés')).toContainText('Borrador');
  await press(page, 'Publicar');
  await press(page, 'Publicar de todos modos');
  await expect(notice(page)).toHaveText('Publicado.');
  await page.goto('/fr/articles/le-jeune-avant-lexamen');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Le jeûne avant l’examen');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  const alternates = page.locator('link[rel="alternate"][hreflang]');
  const tags = await alternates.evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')));
  expect(tags.sort()).toEqual(['en-US', 'es-MX', 'fr-FR', 'x-default']);

  // Arabic is read from right to left, in its own words, those of the kit, and English ones.
  await page.goto('/ar/search?q=x');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar-EG');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('navigation', { name: 'الرئيسية' }).first()).toBeAttached();
  await expect(page.getByRole('main').getByRole('button', { name: 'بحث' })).toBeVisible();
  const title = page.getByRole('heading', { level: 1 });
  const { right, width } = await title.evaluate((heading) => ({
    right: heading.getBoundingClientRect().right,
    width: innerWidth,
  }));
  expect(right, 'the title begins on the right').toBeGreaterThan(width / 2);
  await page.goto('/ar/admin');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const source = await (await page.request.get('/ar/admin')).text();
  expect(source).toContain('إغلاق');
  for (const other of ['Cerrar la notificación', 'Fermer', 'Schließen']) expect(source, other).not.toContain(other);
  await checkFields(site, browser);
  await checkExtensions(site);
});

const VIDEO = 'https://videos.example.org/1.mp4';

/** Puts the block of the site into the text, with the keyboard alone once it is there. */
async function insertVideo(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Texto en español' });
  await text.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' /vid');
  await page.getByRole('option', { name: 'Video' }).click();
  const block = page.getByRole('group', { name: 'Video', exact: true });
  await expect(block.getByLabel('Dirección del video')).toBeFocused();
  await page.keyboard.type('http://videos.example.org');
  await expect(block).toContainText('empiece con https:// y lleve a videos.example.org');
  for (const [label, value] of [
    ['Dirección del video', VIDEO],
    ['Dirección de los subtítulos', 'https://videos.example.org/1.vtt'],
    ['Título', 'Así es un estudio'],
  ] as const) {
    await block.getByLabel(label, { exact: true }).fill(value);
  }
  await block.getByLabel('Forma').selectOption({ label: 'Cuadrado' });
  await text.click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await expect(block, 'it can be cut').toHaveCount(0);
  await page.keyboard.press('Control+v');
  await expect(block.getByLabel('Título', { exact: true }), 'and pasted').toHaveValue('Así es un estudio');
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
}

/** Readers see the block and the page of docs/extending.md. */
async function checkExtensions({ origin }: RunningSite): Promise<void> {
  const article = await fetch(`${origin}/articulos/ayuno`);
  expect(article.headers.get('content-security-policy')).toContain("media-src 'self' https://videos.example.org");
  const html = await article.text();
  expect(html).toMatch(new RegExp(`<video [^>]*preload="none" src="${VIDEO}" aria-label="Así es un estudio"`));
  expect(html).toContain('<figcaption>Así es un estudio</figcaption>');

  const visit = await (await fetch(`${origin}/en/visit`)).text();
  expect(visit).toMatch(/<h1[^>]*>How to get here<\/h1>/);
  expect(visit).toContain('<meta name="description" content="We are next to the square');
  expect(visit).toContain(`<link rel="canonical" href="${origin}/en/visit"/>`);
  expect(visit).toContain(`<link rel="alternate" hrefLang="es-MX" href="${origin}/visit"/>`);
  expect(visit, 'the link of the header').toMatch(/<a aria-current="page"[^>]*href="\/en\/visit"/);
  expect(await (await fetch(`${origin}/sitemap.xml`)).text()).toContain(`<loc>${origin}/en/visit</loc>`);
}

/** Every kind of field reaches readers, in every width. */
async function checkFields(site: RunningSite, browser: Browser): Promise<void> {
  expect(await site.meki('import', LIBRARY)).toContain('4 imported');
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto('/en/events/night-of-books');
  const facts = page.getByRole('region', { name: 'At a glance' });
  for (const text of ['April 23, 2099', '180 minutes', 'Adults', '1, 2, and 4', '+52 33 5550 0199']) {
    await expect(facts).toContainText(text);
  }
  await expect(facts.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Place', exact: true }).getByRole('link')).toHaveText(
    'The reading room',
  );
  await expect(page.getByRole('heading', { level: 3, name: 'By bus' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Plan of the room' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Programme' }).getByRole('term')).toHaveText([
    'Time',
    'Activity',
    'Room',
    'Time',
    'Activity',
    'Time',
    'Activity',
  ]);
  await expect(page.getByRole('region', { name: 'Last year' }).getByRole('figure')).toHaveText([
    'The swap table',
    'A full room at midnight',
  ]);
  await expect(page.getByText('internal only')).toHaveCount(0);
  const data = page.locator('script[type="application/ld+json"]');
  expect(JSON.parse((await data.textContent()) ?? '')['@graph'][1].mainEntity).toMatchObject({
    '@type': 'Event',
    startDate: '2099-04-23',
    duration: 'PT180M',
    location: { '@type': 'Place', name: 'The reading room' },
  });

  await page.goto('/actividades');
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText(['Taller 2', 'La noche de los libros', 'Taller 1']);
  await page.getByRole('navigation', { name: 'Público' }).getByRole('link', { name: 'Infancia' }).click();
  await expect(page).toHaveURL(/\?audience=children$/);
  await expect(titles).toHaveText(['Taller 2', 'Taller 1']);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\?audience=children$/);

  for (const path of ['/actividades', '/actividades/noche-de-los-libros', '/en/events/night-of-books']) {
    await page.goto(path);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest, `${path} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
  await context.close();
}

/** The names of the columns of the desk. */
function columns(page: Page) {
  return page.locator('[data-column]').getByRole('heading', { level: 2 });
}

async function choose(page: Page, column: number, language: string): Promise<void> {
  await page.getByLabel('Idioma de esta columna').nth(column).selectOption({ label: language });
}
