import { items, publications, revisions, savedVersions } from '../content/collections.ts';
import { PURGING } from '../content/item.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore, Query } from '../documents/document-store.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

/** A public text that shows a file. */
export interface PublicUse {
  itemId: string;
  language: Locale;
  title: string;
}

type Reads = Pick<DocumentStore, 'batchGet' | 'runQuery'>;

const showing = (id: string): Omit<Query, 'collection'> => ({
  where: [{ field: 'media', op: 'array-contains', value: id }],
});

/** The public texts that show a media file or link to it. @param limit at most so many */
export async function findPublicUses(store: Reads, id: string, limit: number): Promise<PublicUse[]> {
  const found = await queryDocuments(store, publications, { ...showing(id), limit });
  return found.map(({ data: { itemId, language, title } }) => ({ itemId, language, title }));
}

/** Whether a public text shows a media file or links to it. */
export async function isShownInPublic(store: Pick<DocumentStore, 'runQuery'>, id: string): Promise<boolean> {
  const query = { collection: publications.name, ...showing(id), limit: 1, select: ['publishedAt'] };
  return (await store.runQuery(query)).length > 0;
}

/** Documents of the collections below that are looked at for one that stays. */
const BATCH = 20;

/**
 * Whether anything uses a media file: an item, in the trash or not, something published, a revision or a saved version.
 * @returns `purging` if only items do that are being deleted permanently
 */
export async function findMediaUse(store: Reads, id: string): Promise<'used' | 'purging' | 'unused'> {
  if (await isShownInPublic(store, id)) return 'used';
  let isPurged = false;
  const judge = async (itemId: string) => {
    const trashedAt = (await getDocument(store, items.at(itemId)))?.data.trashedAt;
    isPurged ||= trashedAt === PURGING;
    return trashedAt !== PURGING;
  };
  for (const collection of [items, savedVersions, revisions]) {
    const judged = new Set<string>();
    for (let offset = 0; ; offset += BATCH) {
      const found = await store.runQuery({ collection: collection.name, ...showing(id), limit: BATCH, offset });
      for (const document of found) {
        const itemId = collection === items ? idOf(document) : String(document.data.itemId);
        if (judged.has(itemId)) continue;
        judged.add(itemId);
        if (await judge(itemId)) return 'used';
      }
      if (found.length < BATCH) break;
    }
  }
  return isPurged ? 'purging' : 'unused';
}
