import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/browser/site-test.ts';

async function search(page: Page, words: string) {
  await page.getByRole('searchbox').fill(words);
  await page.getByRole('search').getByRole('button').click();
}

test('search finds words whatever their accents and endings, and says so when it finds nothing', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Buscar' }).click();
  await search(page, 'radiografias torax');
  await expect(page).toHaveURL('/search?q=radiografias+torax');
  await expect(page.getByRole('status')).toContainText('para «radiografias torax»');
  const link = page.getByRole('link', { name: 'Radiografía de tórax' });
  const result = page.getByRole('main').getByRole('listitem').filter({ has: link });
  await expect(result).toHaveCount(1);
  await expect(result.locator('mark').first()).toHaveText(/radiografía|tórax/i);
  await expect(page.getByRole('searchbox')).toHaveValue('radiografias torax');
  await result.getByRole('link').click();
  await expect(page).toHaveURL('/estudios/radiografia-de-torax');

  await test.step('search says so when it finds nothing', async () => {
    await page.goto('/en/search');
    await search(page, 'zzzzqq');
    await expect(page.getByRole('status')).toHaveText('No results for “zzzzqq”');
    await expect(page.getByText('We found nothing with those words.')).toBeVisible();
  });
});
