import type { Page } from '@playwright/test';

/** The part of React's own notes on the document that says whether it has taken it over. */
type Container = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/** Resolves when the page's script has taken over its document, and what its effects change is there too. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'));
    if (!key) return false;
    const container = (document as unknown as { [name: string]: Container })[key];
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
