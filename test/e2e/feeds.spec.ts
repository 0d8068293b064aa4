import { expect, test } from '../helpers/site-test.ts';

test('the listing and the footer lead to the feed of their language', async ({ page }) => {
  await page.goto('/en/articles');
  const links = page.getByRole('link', { name: /\(Atom\)/ });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', '/en/feed.xml');
});
