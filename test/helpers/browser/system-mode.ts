import { expect, type Page } from '@playwright/test';

/** Changes the system's colour mode, and waits until the page has followed. */
export async function changeSystemMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
}
