import { expect, test } from '../../helpers/browser/site-test.ts';

test.describe('in an English browser', () => {
  test.use({ locale: 'en-US' });

  test('the first visit to / is answered in English, once; then the visitor decides', async ({ page, context }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/en');
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
    await expect.poll(async () => (await context.cookies()).map(({ value }) => value)).toEqual(['es']);
    await page.goto('/');
    await expect(page).toHaveURL('/');
  });
});
