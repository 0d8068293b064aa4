import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { readMedia } from './read-media.ts';

/**
 * Milliseconds after an upload in which a file is not deleted because nothing uses it: a text that is still open, or on its way
 * from a device, may be about to. Source: Meki's own.
 */
const FRESH = 3_600_000;

/** Milliseconds after a purge until its files are judged: what is typed meanwhile is in the items. Source: Meki's own. */
export const SETTLING = 10_000;

/** Has a job see, once the items that are being purged are gone, whether anything still uses files that they used. */
export async function checkMediaLater(
  { store, now = Date.now }: { store: DocumentStore; now?: (() => number) | undefined },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await retryOnConflict(async () => {
      const document = (await readMedia(store, [id])).get(id);
      if (!document) return;
      const { path, version, data } = document;
      const checkAt = Math.max(now() + SETTLING, (data.storedAt ?? 0) + FRESH);
      await store.commit([{ kind: 'update', path, fields: { checkAt }, precondition: { version } }]);
    });
  }
}
