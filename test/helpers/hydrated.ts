import type { Page } from '@playwright/test';

/** Resolves when the page's script has taken over its document. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
  );
}
