import type { Page } from '@playwright/test';

/** The part of React's internal state that tells whether the document is hydrated. */
type Container = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/** Uses the page, so that it loads its scripts, and resolves when it is hydrated and its effects have run. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event('pointermove'));
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'));
    if (!key) return false;
    const container: Container = Reflect.get(document, key);
    return container.stateNode.current.memoizedState.isDehydrated === false;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
