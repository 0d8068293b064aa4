import { deviceMarks } from './device-mark.ts';
import { createKeptPages, type KeptPages } from './kept-pages.ts';

/** Whether the browser can keep pages, and knows whose they are, also without a window. */
export function canKeepPages(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && 'cookieStore' in window && 'locks' in navigator;
}

/** What this device keeps, for a window or a worker: they wait for each other's acts. */
export function openKeptPages(): KeptPages {
  return createKeptPages({
    caches,
    marks: deviceMarks(),
    fetch: (path) => fetch(path),
    now: Date.now,
    inTurn: (act) => navigator.locks.request('meki-offline', act),
  });
}
