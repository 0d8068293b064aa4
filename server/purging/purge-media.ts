import { publications } from '#core/content/collections.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type { DocumentData, DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { media } from '#core/media/media.ts';
import { variantNames } from '#core/media/picture-variants.ts';
import { isShownInPublic } from '#core/media-uses/find-media-uses.ts';
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
    if (!(await isShownInPublic(store, id).catch(() => false))) purge(id);
  }

  function apply(change: FeedChange): void {
    const { collection, id } = parsePath(change.path) ?? {};
    if (collection === media.name && id !== undefined) {
      if (change.kind === 'deleted' || change.after?.deletedAt !== undefined) purge(id);
    } else if (collection === publications.name) {
      if (change.before === undefined) purger.purgeEverything();
      const kept = new Set(listOf(change.after));
      for (const left of listOf(change.before)) if (!kept.has(left)) void purgeIfHidden(left);
    }
  }

  return {
    apply(changes) {
      for (const change of changes) apply(change);
    },
    touchAll: purger.purgeEverything,
  };
}

function listOf(data: DocumentData | null | undefined): string[] {
  const list = data?.media;
  return Array.isArray(list) ? list.map(String) : [];
}
