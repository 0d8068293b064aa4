import type { Page } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { resizeWindow } from '../../helpers/browser/resize-window.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { CODES, PAGE_TYPES } from '../../helpers/data-folders/sample-site.ts';

/** A page of each type, tested in one of the languages. */
const PAGES = [
  ...PAGE_TYPES,
  { es: '/search?q=torax', en: '/en/search?q=knee' },
  { es: '/search?q=zzzzqq', en: '/en/search?q=zzzzqq' },
];

/** A window size, with a width at which nothing may be wider than the window either: of the narrowest phone, and of a tablet. */
const PHONE = { width: 390, height: 844, narrow: 320 };
const DESKTOP = { width: 1280, height: 800, narrow: 720 };

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function judge(page: Page, { width, height, narrow }: typeof PHONE): Promise<void> {
  await resizeWindow(page, { width, height });
  await expectNoViolations(page);
  await page.setViewportSize({ width: narrow, height });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow);
}

for (const [index, code] of CODES.entries()) {
  test(`axe finds nothing on pages in ${code} at either width, and nothing is wider than a narrower window`, async ({
    page,
    expected,
  }) => {
    // What is on a page is the same at each width, and styles show it.
    const paths = PAGES.filter((_, place) => place % CODES.length === index).map((paths) => paths[code]);
    await checkEach(paths, String, async (path) => {
      await page.setViewportSize(PHONE);
      await openLoaded(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await judge(page, PHONE);
      await judge(page, DESKTOP);
    });
    await test.step('where every question is open', async () => {
      await openLoaded(page, { es: '/faq', en: '/en/faq' }[code]);
      const questions = await page.getByRole('main').getByRole('group').all();
      expect(questions.length).toBeGreaterThan(3);
      for (const question of questions) await question.getByRole('heading').click();
      await judge(page, { es: PHONE, en: DESKTOP }[code]);
    });
    await test.step('on the error screen', async () => {
      const path = { es: '/unknown', en: '/en/unknown' }[code];
      expected.problem(new RegExp(`404.*${path}\\b`));
      await openLoaded(page, path);
      await judge(page, { es: PHONE, en: DESKTOP }[code]);
    });
  });
}

test('axe finds nothing where the menu of a phone is open', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openLoaded(page, '/');
  await page.getByLabel('Menú').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contacto' })).toBeVisible();
  await expectNoViolations(page);
});
