import { expect, type Page } from '@playwright/test';

/** Changes the colour mode of the system, and waits until a page that follows it is in that mode. */
export async function changeSystemMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
}
