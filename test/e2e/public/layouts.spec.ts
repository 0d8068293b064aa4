import type { Page } from '@playwright/test';
import { test as accountTest } from '../../helpers/accounts/account-test.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { PAGE_TABLE, TYPES } from '../../helpers/data-folders/sample-site.ts';

/** Wider than the widest column, so that a page's width identifies its layout. */
const WIDE = { width: 1720, height: 900 };

const PHONE = { width: 390, height: 844 };

/** The horizontal position of a page's container within the main landmark. */
async function widthOfPage(page: Page): Promise<{ left: number; right: number }> {
  const box = await page.getByRole('main').locator('> *').first().boundingBox();
  if (!box) throw new Error('The page is empty');
  return { left: box.x, right: WIDE.width - box.x - box.width };
}

/** The frame of the site, which the layouts `default` and `content` share. */
async function expectSiteFrame(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Principal' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}

const pathOf = (name: string) => {
  const path = PAGE_TABLE.find((page) => page.name === name)?.paths.es;
  if (path === undefined) throw new Error(`There is no page "${name}"`);
  return path;
};

/** An item of each type. */
const itemPaths = () =>
  TYPES.map((type) => {
    const path = PAGE_TABLE.find(({ name, paths }) => name.startsWith(`${type}/`) && paths.es)?.paths.es;
    if (path === undefined) throw new Error(`There is no item of ${type}`);
    return path;
  });

test.describe('the layout', () => {
  // Their scripts, which take most of a visit, do not move anything: see `steadiness.spec.ts`.
  test.use({ viewport: WIDE, javaScriptEnabled: false });

  test('of a public page: default gives the whole width, content one column in the middle', async ({ page }) => {
    await test.step('default gives its pages the whole width', async () => {
      await checkEach(['home', 'faq', 'about', 'contact', 'privacy-policy'].map(pathOf), String, async (path) => {
        await page.goto(path);
        await expectSiteFrame(page);
        expect(await widthOfPage(page)).toEqual({ left: 0, right: 0 });
      });
    });
    await test.step('content gives listings and items one column in the middle', async () => {
      const listings = TYPES.map((type) => pathOf(`the listing of ${type}`));
      await checkEach([...listings, ...itemPaths()], String, async (path) => {
        await page.goto(path);
        await expectSiteFrame(page);
        const { left, right } = await widthOfPage(page);
        expect(left).toBeGreaterThan(100);
        expect(right).toBe(left);
      });
    });
  });

  test('of public pages begins at the left edge of the header, on paper says whose it is, and fits a small phone', async ({
    page,
  }) => {
    const brand = page.getByRole('banner').getByRole('link', { name: 'Meki Imagen' });
    const leftOf = async (part: ReturnType<Page['locator']>) => Math.round((await part.boundingBox())?.x ?? -1);
    await test.step('listings, pages, and items without a table of contents', async () => {
      const edged = [
        ...['about', 'contact'].map(pathOf),
        '/search',
        '/estudios',
        '/noticias/feria-de-salud-tlaquepaque',
      ];
      await checkEach(edged, String, async (path) => {
        await page.goto(path);
        const edge = await leftOf(brand);
        expect(await leftOf(page.getByRole('heading', { level: 1 }))).toBe(edge);
        const text = page.getByRole('main').locator('.prose > *').first();
        if (path.startsWith('/noticias')) expect(await leftOf(text)).toBe(edge);
      });
    });
    await test.step('a listing counts its items by their name', async () => {
      await page.goto('/estudios');
      await expect(page.getByRole('status').filter({ hasText: /^10 estudios$/ })).toBeVisible();
      await page.goto('/en/news');
      await expect(page.getByRole('status').filter({ hasText: /^4 news items$/ })).toBeVisible();
    });
    await test.step('on paper: name, address and telephone above, and no form', async () => {
      await page.goto(pathOf('contact'));
      await page.emulateMedia({ media: 'print' });
      const above = page.locator('main').locator('xpath=preceding-sibling::div');
      await expect(above).toContainText('Meki Imagen');
      await expect(above).toContainText('Av. Fresno 1480');
      await expect(above).toContainText('+52 33 5550 0140');
      await expect(page.getByRole('button', { name: 'Enviar el mensaje' })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await expect(above).toBeHidden();
    });
    await test.step('at 320 pixels the header is one line, in which nothing touches', async () => {
      await page.setViewportSize({ width: 320, height: 700 });
      const parts = page.getByRole('banner').locator(':is(a, summary):visible');
      const boxes = await parts.evaluateAll((all) =>
        all.map((part) => {
          const { left, right, top, height } = part.getBoundingClientRect();
          return { left, right, middle: Math.round(top + height / 2), isCut: part.scrollWidth > part.clientWidth };
        }),
      );
      expect(boxes.filter(({ isCut }) => isCut)).toEqual([]);
      expect(new Set(boxes.map(({ middle }) => middle)).size).toBe(1);
      for (const [index, { left }] of boxes.entries()) {
        expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
      }
      expect(boxes.at(-1)?.right).toBeLessThanOrEqual(320);
    });
  });

  test('simple gives its pages one card in the middle', async ({ page }) => {
    await checkEach(['signin', 'signup', 'signup-confirm'], String, async (name) => {
      await page.goto(`/admin/${name}`);
      for (const viewport of [WIDE, PHONE]) {
        await page.setViewportSize(viewport);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const main = await page.getByRole('main').boundingBox();
        expect(main?.width).toBeLessThanOrEqual(500);
        expect(main?.x).toBeCloseTo((viewport.width - (main?.width ?? 0)) / 2, 0);
        await expect(page.getByRole('contentinfo')).toHaveCount(0);
        await expect(page.getByRole('navigation', { name: /^(Principal|Administración)$/ })).toHaveCount(0);
        await expect(page.getByRole('link', { name: 'Meki Imagen' })).toHaveAttribute('href', '/');
      }
    });
  });
});

accountTest.describe('the layout', () => {
  accountTest.use({ accounts: { people: [{ ...ANA, role: 'owner' }] }, viewport: WIDE });

  accountTest('admin gives its pages the navigation beside them, or in a sheet on a phone', async ({ page, pages }) => {
    await pages.enter(ANA, '/admin');
    const navigation = page.getByRole('navigation', { name: 'Administración' });
    for (const name of ['Personas', 'Mi cuenta', 'Tablero', 'Bitácora de auditoría']) {
      await navigation.getByRole('link', { name, exact: true }).click();
      await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
      const [beside, main] = [await navigation.boundingBox(), await page.getByRole('main').boundingBox()];
      expect(main?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0));
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      await expect(page.getByRole('button', { name: pages.words.menu(ANA.name) })).toBeVisible();
    }
    await accountTest.step('a choice looks like a field of text, not like one that cannot be changed', async () => {
      await pages.expectTitle('Bitácora de auditoría');
      const colorOf = (label: string) =>
        pages.field(label).evaluate((field) => getComputedStyle(field).backgroundColor);
      expect(await colorOf('Acción')).toBe(await colorOf('Desde el día'));
    });
    await accountTest.step('in a sheet on a phone', async () => {
      await page.setViewportSize(PHONE);
      await expect(navigation).toBeHidden();
      await page.getByRole('button', { name: 'Abrir el menú' }).click();
      await navigation.getByRole('link', { name: 'Personas' }).click();
      await pages.expectTitle('Personas');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });
});
