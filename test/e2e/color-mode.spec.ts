import { expect, test } from '../helpers/site-test.ts';

test.use({ colorScheme: 'dark' });

for (const path of ['/', '/estudios', '/en/studies/chest-x-ray', '/en/faq', '/contact', '/search?q=x']) {
  test(`${path} is light, whatever the visitor's system prefers`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('body')).toHaveCSS('color-scheme', 'light');
  });
}
