import type { MarkStore } from './device-mark.ts';
import { createKeptPages } from './kept-pages.ts';

/** Drops what the device keeps of the admin area, of whomever: where nobody is signed in, nothing is shown of it. */
export async function forgetPages(): Promise<void> {
  if (!('caches' in window && 'cookieStore' in window && 'locks' in navigator)) return;
  const pages = createKeptPages({
    caches,
    marks: window.cookieStore as unknown as MarkStore,
    fetch: (path) => fetch(path),
    now: Date.now,
    inTurn: (act) => navigator.locks.request('meki-offline', act),
  });
  await pages.forget();
}
