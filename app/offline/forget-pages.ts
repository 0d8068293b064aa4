import { canKeepPages, openKeptPages } from './open-kept-pages.ts';

/** Drops what the device keeps of the admin area, of whomever: where nobody is signed in, nothing is shown of it. */
export async function forgetPages(): Promise<void> {
  if (!canKeepPages()) return;
  // Where the browser refuses its storage, nothing was kept.
  await openKeptPages()
    .forget()
    .catch(() => {});
}
