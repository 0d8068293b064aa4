import { expect, type Page } from '@playwright/test';

/** Waits until the device keeps a page with everything that its window has loaded. */
export async function waitUntilKept(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.evaluate(isKept, path), `${path} is kept`).toBe(true);
}

/** Every address that the device keeps, files left out. */
export async function keptAddresses(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });
  return kept.filter((path) => !path.startsWith('/assets/')).sort();
}

/** Runs in the page. */
async function isKept(path: string): Promise<boolean> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const document = await cache.match(path, { ignoreVary: true });
    const files = document?.headers.get('X-Meki-Files')?.split(' ') ?? [];
    const loaded = performance
      .getEntriesByType('resource')
      .map((entry) => new URL(entry.name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
    if (document && loaded.every(({ pathname }) => files.includes(pathname))) return true;
  }
  return false;
}
