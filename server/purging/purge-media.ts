import { publications } from '#core/content/collections.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type { DocumentData, DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { files } from '#core/files/site-file.ts';
import { media } from '#core/media/media.ts';
import { variantNames } from '#core/media/picture-variants.ts';
import { areBytesPublic } from '#core/media-uses/find-media-uses.ts';
import type { ChangeReceiver } from '../page-cache/follow-changes.ts';
import type { Purger } from './create-purger.ts';

/** Tells a CDN to drop the forms of media files that are not public any more, or not there. */
export function createMediaPurges(
  store: DocumentStore,
  purger: Pick<Purger, 'purge' | 'purgeEverything'>,
): ChangeReceiver {
  const purge = (id: string) => {
    for (const name of variantNames()) purger.purge(`/media/${id}/${name}`);
  };

  async function purgeIfHidden(id: string): Promise<void> {
    // While the database cannot say, the CDN had better ask again.
    if (!(await areBytesPublic(store, id).catch(() => false))) purge(id);
  }

  async function purgeFile(id: string): Promise<void> {
    const file = await getDocument(store, files.at(id)).catch(() => undefined);
    for (const each of new Set([id, ...(file?.data.shown ?? [])])) await purgeIfHidden(each);
  }

  function apply(change: FeedChange): void {
    const { collection, id } = parsePath(change.path) ?? {};
    if (collection === media.name && id !== undefined) {
      if (change.kind === 'deleted' || change.after?.deletedAt !== undefined) purge(id);
    } else if (collection === files.name) {
      // A file that has other bytes now, or is in the trash.
      if (change.before === undefined) purger.purgeEverything();
      for (const left of listOf(change.before, 'shown')) void purgeIfHidden(left);
    } else if (collection === publications.name) {
      if (change.before === undefined) purger.purgeEverything();
      const kept = new Set(listOf(change.after, 'media'));
      for (const left of listOf(change.before, 'media')) if (!kept.has(left)) void purgeFile(left);
    }
  }

  return {
    apply(changes) {
      for (const change of changes) apply(change);
    },
    touchAll: purger.purgeEverything,
  };
}

function listOf(data: DocumentData | null | undefined, member: 'media' | 'shown'): string[] {
  const list = data?.[member];
  return Array.isArray(list) ? list.map(String) : [];
}
