import { itemCards, items, publications, revisions, savedVersions } from '../content/collections.ts';
import { PURGING } from '../content/item.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore, Query } from '../documents/document-store.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** An item that shows a file or links to it, and where: of several places, the most public one. */
export interface MediaUse {
  itemId: string;
  title: string;
  place: 'public' | 'draft' | 'history';
}

type Reads = Pick<DocumentStore, 'batchGet' | 'runQuery'>;

const showing = (id: string): Omit<Query, 'collection'> => ({
  where: [{ field: 'media', op: 'array-contains', value: id }],
});

/** The items that show a media file or link to it, the most public uses first. @param limit at most so many */
export async function findMediaUses(
  store: Reads,
  { defaultLocale }: Pick<SiteConfig, 'defaultLocale'>,
  id: string,
  limit: number,
): Promise<MediaUse[]> {
  const places = new Map<string, MediaUse['place']>();
  for (const [place, collection] of [
    ['public', publications],
    ['draft', items],
    ['history', revisions],
    ['history', savedVersions],
  ] as const) {
    const found = await store.runQuery({ collection: collection.name, ...showing(id), limit });
    for (const document of found) {
      const itemId = collection === items ? idOf(document) : String(document.data.itemId);
      if (!places.has(itemId) && places.size < limit) places.set(itemId, place);
    }
  }
  const refs = [...places.keys()].map((itemId) => itemCards.at(itemId));
  const cards = refs.length === 0 ? [] : await getDocuments(store, refs);
  return [...places].map(([itemId, place], index) => {
    const languages = cards[index]?.data.languages ?? {};
    const { title = '' } = languages[defaultLocale] ?? Object.values(languages)[0] ?? {};
    return { itemId, title, place };
  });
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
