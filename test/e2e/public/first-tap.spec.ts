import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } });

/** Pages of every layout, with the name of the button of the menu. */
const PAGES = [
  { path: '/', menu: 'Menú' },
  { path: '/faq', menu: 'Menú' },
  { path: '/contact', menu: 'Menú' },
  { path: '/estudios', menu: 'Menú' },
  { path: '/en', menu: 'Menu' },
  { path: '/en/about', menu: 'Menu' },
  { path: '/en/articles', menu: 'Menu' },
];

for (const { path, menu } of PAGES) {
  test(`the menu of ${path} opens with the first tap of a visit on a phone, and stays open`, async ({ page }) => {
    await page.goto(path);
    const details = page
      .getByRole('banner')
      .locator('details')
      .filter({ has: page.getByLabel(menu, { exact: true }) });
    await details.getByLabel(menu, { exact: true }).tap();
    await hydrated(page);
    await expect(details).toHaveAttribute('open');
    await details.getByRole('link').and(page.locator(':not([aria-current=page])')).first().tap();
    await expect(page).not.toHaveURL(new RegExp(`^[^/]*//[^/]*${path}$`));
    await expect(details).not.toHaveAttribute('open');
  });
}
