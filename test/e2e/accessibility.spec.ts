import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { expect, test } from '../helpers/site-test.ts';

/** A page of each type, in each language. */
const PAGES = [
  '/',
  '/en',
  '/faq',
  '/en/faq',
  '/about',
  '/en/about',
  '/contact',
  '/en/contact',
  '/privacy-policy',
  '/en/privacy-policy',
  '/estudios',
  '/en/studies',
  '/noticias?tag=center',
  '/estudios/doppler-carotideo',
  '/en/studies/carotid-doppler-ultrasound',
  '/articulos/la-radiacion-en-perspectiva',
  '/en/articles/radiation-in-perspective',
  '/en/news/new-mri-suite',
  '/en/studies/radiografia-panoramica-dental',
  '/search?q=torax',
  '/en/search?q=knee',
  '/en/search?q=zzzzqq',
];

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height } });

    for (const path of PAGES) {
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path);
        await hydrated(page);
        await expectNoViolations(page);
      });
    }

    for (const path of ['/unknown', '/en/unknown']) {
      test(`axe finds nothing on the error screen at ${path}`, async ({ page, expected }) => {
        expected.problem(/404/);
        await page.goto(path);
        await hydrated(page);
        await expectNoViolations(page);
      });
    }

    test('axe finds nothing where every question is open', async ({ page }) => {
      await page.goto('/en/faq');
      await hydrated(page);
      for (const question of await page.getByRole('main').getByRole('group').all()) {
        await question.getByRole('heading').click();
      }
      await expectNoViolations(page);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const [path, menu] of [
    ['/', 'Menú'],
    ['/en', 'Menu'],
  ] as const) {
    test(`axe finds nothing at ${path} with the menu open`, async ({ page }) => {
      await page.goto(path);
      await hydrated(page);
      await page.getByLabel(menu).click();
      await expect(page.getByRole('banner').getByRole('link', { name: /^Cont/ })).toBeVisible();
      await expectNoViolations(page);
    });
  }

  test('nothing is wider than the screen, down to 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ['/', '/faq', '/estudios', '/estudios/doppler-carotideo', '/contact', '/search?q=torax']) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
  });
});
