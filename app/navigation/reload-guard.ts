/** Minimum time between automatic reloads, in milliseconds. Source: docs/seed-coverage.md §9. */
export const RELOAD_GUARD_LIFETIME = 10_000;

const RELOADED_AT = 'meki:reloaded-at';

/** Whether the page may reload automatically now; records it. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(RELOADED_AT) ?? Number.NEGATIVE_INFINITY);
  if (Math.abs(now - last) < RELOAD_GUARD_LIFETIME) return false;
  storage.setItem(RELOADED_AT, String(now));
  return true;
}

interface ReloadablePage extends EventTarget {
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  location: Pick<Location, 'reload'>;
}

/** Reloads the page once if a script of its build no longer exists on the server. */
export function reloadOnStaleAssets(page: ReloadablePage): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (mayReload(page.sessionStorage, Date.now())) {
      event.preventDefault();
      page.location.reload();
    }
  });
}
