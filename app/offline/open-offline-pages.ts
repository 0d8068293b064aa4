import { forgetData } from '../data/storage/indexed-storage.ts';
import { deviceMarks } from './device-mark.ts';
import { createOfflinePages, type OfflinePages } from './offline-pages.ts';

/** Whether the browser supports storing pages and reading the owner's cookie, also in workers. */
export function canKeepPages(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && 'cookieStore' in window && 'locks' in navigator;
}

/** The device's offline pages, for a window or a worker; access is locked across them. Documents are forgotten with them. */
export function openOfflinePages(): OfflinePages {
  const pages = createOfflinePages({
    caches,
    marks: deviceMarks(),
    fetch: (path) => fetch(path),
    now: Date.now,
    inTurn: (action) => navigator.locks.request('meki-offline', action),
  });
  return {
    ...pages,
    async forget() {
      await Promise.all([pages.forget(), forgetData()]);
    },
  };
}
