import type { Page } from '@playwright/test';

/** Changes the size of the window, and waits until what follows it by script is painted. */
export async function resizeWindow(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
