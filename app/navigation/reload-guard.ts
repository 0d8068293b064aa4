/** A second reload within this time, in milliseconds, is not made. Source: docs/seed-coverage.md §9. */
export const RELOAD_GUARD_LIFETIME = 10_000;

const RELOADED_AT = 'meki:reloaded-at';

/** Whether the page may reload itself now; remembers that it did. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(RELOADED_AT) ?? Number.NEGATIVE_INFINITY);
  if (Math.abs(now - last) < RELOAD_GUARD_LIFETIME) return false;
  storage.setItem(RELOADED_AT, String(now));
  return true;
}

/** Reloads the page, once, when a script of its build is no longer on the server. */
export function reloadOnStaleAssets(page: Window): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (mayReload(page.sessionStorage, Date.now())) {
      event.preventDefault();
      page.location.reload();
    }
  });
}
