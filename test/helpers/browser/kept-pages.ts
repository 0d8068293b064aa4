import { expect, type Page } from '@playwright/test';

/** Waits until a page is stored on the device with all files that its window has loaded. */
export async function waitUntilKept(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.evaluate(stateOnDevice, path), path).toBe('kept');
}

/** Waits until the local copies of drafts are on disk: closing the window earlier would lose them. */
export async function waitUntilWordsAreKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(':item/') ? [name] : []));
    if (names.length === 0) throw new Error('The device keeps no draft');
    for (const name of names) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        // Starts after the pending write transactions.
        const reading = database.transaction('updates', 'readonly');
        reading.objectStore('updates').count();
        reading.oncomplete = () => {
          database.close();
          resolve();
        };
      };
      await promise;
    }
  });
}

/** Addresses of all stored pages, without files. */
export async function keptAddresses(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });
  return kept.filter((path) => !path.startsWith('/assets/')).sort();
}

/** Runs in the page. @returns `kept`, or what is missing */
async function stateOnDevice(path: string): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration(location.href);
  if (!registration?.active) return `no active worker (${registration?.installing?.state ?? 'none is installed'})`;
  let state = 'no cache';
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const document = await cache.match(path, { ignoreVary: true });
    const files = document?.headers.get('X-Meki-Files')?.split(' ') ?? [];
    const missing = performance
      .getEntriesByType('resource')
      .map((entry) => new URL(entry.name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .filter(({ pathname }) => !files.includes(pathname));
    if (document && missing.length === 0) return 'kept';
    state = document ? `without ${missing.map(({ pathname }) => pathname).join(' ')}` : 'no document in the cache';
  }
  return state;
}
