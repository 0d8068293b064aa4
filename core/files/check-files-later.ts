import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { isMediaId, readMedia } from '../media/media.ts';
import { FRESH } from '../media/media-limits.ts';
import { files } from './site-file.ts';

/** Milliseconds after a purge until its files are judged: what is typed meanwhile is in the items. Source: Meki's own. */
export const SETTLING = 10_000;

/** Has a job see, once the items that are being purged are gone, whether anything still uses files that they used. */
export async function checkFilesLater(
  { store, now = Date.now }: { store: DocumentStore; now?: (() => number) | undefined },
  ids: readonly string[],
): Promise<void> {
  const wanted = ids.filter(isMediaId);
  const found = await getDocuments(
    store,
    wanted.map((id) => files.at(id)),
  );
  const bytes = new Set(wanted.flatMap((id, index) => found[index]?.data.held ?? [id]));
  for (const id of bytes) {
    await retryOnConflict(async () => {
      const document = (await readMedia(store, [id])).get(id);
      if (!document) return;
      const { path, version, data } = document;
      const checkAt = Math.max(now() + SETTLING, (data.storedAt ?? 0) + FRESH);
      await store.commit([{ kind: 'update', path, fields: { checkAt }, precondition: { version } }]);
    });
  }
}
