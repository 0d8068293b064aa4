import { canKeepPages, openOfflinePages } from './open-offline-pages.ts';

/** Deletes all offline pages of the admin area, of anyone: called when nobody is signed in. */
export async function forgetPages(): Promise<void> {
  if (!canKeepPages()) return;
  // If the browser refuses storage, nothing was stored.
  await openOfflinePages()
    .forget()
    .catch(() => {});
}
