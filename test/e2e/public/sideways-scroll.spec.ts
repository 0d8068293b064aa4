import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, test as itemTest } from '../../helpers/items/item-pages.ts';

const PHONES = [320, 390];

/**
 * Whether the page can be scrolled sideways, and the lines of its breadcrumbs, rounded, at each width. It begins with the width
 * that the window has, if it is a phone's: to change it takes as long as to load a page.
 */
async function measure(
  page: Page,
): Promise<{ width: number; scrolls: boolean; breadcrumbLines: number | undefined }[]> {
  const found = [];
  const present = page.viewportSize()?.width;
  for (const width of PHONES.toSorted((a, b) => Number(b === present) - Number(a === present))) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 });
    const measured = await page.evaluate(() => {
      const breadcrumbs = document.querySelector('nav[aria-label="Ruta de la página"], nav[aria-label="Breadcrumbs"]');
      const height = breadcrumbs?.querySelector('a')?.clientHeight ?? 0;
      return {
        scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        breadcrumbLines: breadcrumbs ? Math.round(breadcrumbs.clientHeight / height) : undefined,
      };
    });
    found.push({ width, ...measured });
  }
  return found;
}

test.describe('as the server sends them', () => {
  // Their scripts, which take most of a visit, do not move anything: see `steadiness.spec.ts` and `accessibility.spec.ts`.
  test.use({ javaScriptEnabled: false });

  test('no public page scrolls sideways on a phone, and breadcrumbs take one line', async ({ page }) => {
    const sitemap = await (await page.request.get('/sitemap.xml')).text();
    const paths = [...sitemap.matchAll(/<loc>[^<]*?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/');
    expect(paths.length).toBeGreaterThan(60);
    let withBreadcrumbs = 0;
    await checkEach(paths, String, async (path) => {
      await page.goto(path);
      const measured = await measure(page);
      expect(measured.filter(({ scrolls }) => scrolls)).toEqual([]);
      for (const { breadcrumbLines } of measured) withBreadcrumbs += breadcrumbLines === undefined ? 0 : 1;
      expect(measured.filter(({ breadcrumbLines = 1 }) => breadcrumbLines !== 1)).toEqual([]);
    });
    expect(withBreadcrumbs).toBeGreaterThan(60);
    await test.step('a wide table scrolls inside itself, by keyboard too', async () => {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto('/en/articles/radiation-in-perspective');
      const table = page
        .getByRole('article')
        .getByRole('region', { name: /^\S/ })
        .filter({ has: page.getByRole('table') });
      const [first] = await table.all();
      expect(await first?.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
      await first?.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => first?.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    });
  });
});

itemTest('no text makes a page scroll sideways, in the preview either', async ({ openAs, site }) => {
  const word = 'esternocleidomastoideo'.repeat(6);
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 8 }, () => ({ type, content: [paragraph('Columna')] })),
  });
  const table = { type: 'table', content: [row('tableHeader'), row('tableCell')] };
  const item = articleOf('ancho', { es: { title: word, slug: 'ancho', summary: word, paragraphs: [word] } });
  const es = item.languages.es;
  if (!es) throw new Error('The article has no Spanish text');
  es.body.content.push(
    { attrs: { id: 'heading', level: 2 }, type: 'heading', content: [{ type: 'text', text: word }] },
    { attrs: { id: 'table' }, ...table },
    { attrs: { id: 'code' }, type: 'codeBlock', content: [{ type: 'text', text: `${word} `.repeat(3) }] },
    { attrs: { id: 'list' }, type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(word), table] }] },
    { attrs: { id: 'quote' }, type: 'blockquote', content: [paragraph(word), table] },
    { attrs: { id: 'callout', kind: 'note' }, type: 'callout', content: [paragraph(word), table] },
  );
  await writeItems(site.dataDir, [item]);
  const page = await openAs('Ana');
  await page.goto(`${ARTICLE_PATH.replace(/[^/]+$/, 'ancho')}/preview/page?language=es`);
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
  expect((await measure(page)).filter(({ scrolls }) => scrolls)).toEqual([]);
});
