import { checkEach } from '../helpers/check-each.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { expect, test } from '../helpers/site-test.ts';

/** A page of each type; each language is tested at one width. */
const PAGES = [
  { es: '/', en: '/en' },
  { es: '/faq', en: '/en/faq' },
  { es: '/about', en: '/en/about' },
  { es: '/contact', en: '/en/contact' },
  { es: '/privacy-policy', en: '/en/privacy-policy' },
  { es: '/estudios', en: '/en/studies' },
  { es: '/noticias?tag=center', en: '/en/news?tag=center' },
  { es: '/estudios/doppler-carotideo', en: '/en/studies/carotid-doppler-ultrasound' },
  { es: '/articulos/la-radiacion-en-perspectiva', en: '/en/articles/radiation-in-perspective' },
  { es: '/noticias/nueva-sala-de-resonancia', en: '/en/news/new-mri-suite' },
  // For the missing language: this language's page with a notice.
  { es: '/en/studies/radiografia-panoramica-dental', en: '/en/studies/radiografia-panoramica-dental' },
  { es: '/search?q=torax', en: '/en/search?q=knee' },
  { es: '/search?q=zzzzqq', en: '/en/search?q=zzzzqq' },
];

for (const { width, height, code } of [
  { width: 390, height: 844, code: 'es' },
  { width: 1280, height: 800, code: 'en' },
] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height } });

    test('axe finds nothing on the pages', async ({ page }) => {
      const paths = PAGES.map((page) => page[code]);
      await checkEach(paths, String, async (path) => {
        await page.goto(path);
        await hydrated(page);
        await expectNoViolations(page);
      });
      await test.step('where every question is open', async () => {
        await page.goto({ es: '/faq', en: '/en/faq' }[code]);
        await hydrated(page);
        for (const question of await page.getByRole('main').getByRole('group').all()) {
          await question.getByRole('heading').click();
        }
        await expectNoViolations(page);
      });
    });

    test(`axe finds nothing on the error screen in ${code}`, async ({ page, expected }) => {
      expected.problem(/404/);
      await page.goto({ es: '/unknown', en: '/en/unknown' }[code]);
      await hydrated(page);
      await expectNoViolations(page);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('axe finds nothing where the menu is open', async ({ page }) => {
    for (const [path, menu] of [
      ['/', 'Menú'],
      ['/en', 'Menu'],
    ] as const) {
      await page.goto(path);
      await hydrated(page);
      await page.getByLabel(menu).click();
      await expect(page.getByRole('banner').getByRole('link', { name: /^Cont/ })).toBeVisible();
      await expectNoViolations(page);
    }
  });

  test('nothing is wider than the screen, down to 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ['/', '/faq', '/estudios', '/estudios/doppler-carotideo', '/contact', '/search?q=torax']) {
      await page.goto(path);
      await hydrated(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
  });
});
