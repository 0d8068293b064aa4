import type { Page } from '@playwright/test';
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

/**
 * With a width at which nothing may be wider than the window either: that of the narrowest phone, and of a tablet. Only phones have
 * a menu.
 */
const VIEWS = [
  { width: 390, height: 844, code: 'es', narrow: 320, menu: 'Menú' },
  { width: 1280, height: 800, code: 'en', narrow: 720, menu: undefined },
] as const;

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

for (const { code, narrow, menu, ...viewport } of VIEWS) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport });

    test('axe finds nothing on the pages, and nothing is wider than a narrower window', async ({ page, expected }) => {
      const paths = PAGES.map((page) => page[code]);
      await checkEach(paths, String, async (path) => {
        await page.setViewportSize(viewport);
        await openLoaded(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolations(page);
        await page.setViewportSize({ ...viewport, width: narrow });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow);
      });
      await page.setViewportSize(viewport);
      if (menu !== undefined) {
        await test.step('where the menu is open', async () => {
          await openLoaded(page, '/');
          await page.getByLabel(menu).click();
          await expect(page.getByRole('banner').getByRole('link', { name: 'Contacto' })).toBeVisible();
          await expectNoViolations(page);
        });
      }
      await test.step('where every question is open', async () => {
        await openLoaded(page, { es: '/faq', en: '/en/faq' }[code]);
        const questions = await page.getByRole('main').getByRole('group').all();
        expect(questions.length).toBeGreaterThan(3);
        for (const question of questions) await question.getByRole('heading').click();
        await expectNoViolations(page);
      });
      await test.step('on the error screen', async () => {
        const path = { es: '/unknown', en: '/en/unknown' }[code];
        expected.problem(new RegExp(`404.*${path}\\b`));
        await openLoaded(page, path);
        await expectNoViolations(page);
      });
    });
  });
}
