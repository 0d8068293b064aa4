import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { WIDTHS } from './visit-pages.ts';

/** Writes pictures of pages, in every width, light and dark. */
export async function takeScreenshots(
  browser: Browser,
  folder: string,
  { origin, paths }: { origin: string; paths: readonly string[] },
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ baseURL: origin, colorScheme });
    const page = await context.newPage();
    for (const [index, path] of paths.entries()) {
      await page.goto(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const name = `${index}-${path.replace(/\W+/g, '-').slice(0, 40)}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, name), fullPage: true });
      }
    }
    await context.close();
  }
}
