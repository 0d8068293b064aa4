import { z } from 'zod';
import { publicationCards } from '../content/collections.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import type { Document, DocumentPath, DocumentStore, Filter } from '../documents/document-store.ts';
import { getDocuments, requireFit } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

/** Publication cards considered per tag: the newest. The result is exact for tags with no more cards than this. */
const CARDS_PER_TAG = 40;

/** Tags considered: the first ones of a publication. */
const TAGS = 8;

/** What ranks a card. Of candidates, up to 328, only this is read: a page does not depend on the titles of those it does not show. */
const rank = { itemId: z.string(), tags: z.array(z.string()), firstPublishedAt: z.number() };
const ranks = { ...publicationCards, schema: z.object(rank) };

/** The items of a publication's type that share the most tags, then newest first; without the item itself. */
export async function relatedCards(
  store: DocumentStore,
  locale: Locale,
  publication: Publication,
  limit: number,
): Promise<PublicationCard[]> {
  const newest = (tag: string | undefined, count: number) => {
    const where: Filter[] = [
      { field: 'language', op: '==', value: locale },
      { field: 'type', op: '==', value: publication.type },
    ];
    if (tag !== undefined) where.push({ field: 'tags', op: 'array-contains', value: tag });
    const orderBy = [{ field: 'firstPublishedAt', direction: 'desc' as const }];
    const select = Object.keys(rank);
    return store.runQuery({ collection: publicationCards.name, where, orderBy, limit: count, select });
  };
  const own = publicationCards.at(locale, publication.itemId).path;
  const candidates = new Map<DocumentPath, Document>();
  const add = (found: Document[]) => {
    for (const document of found) if (document.path !== own) candidates.set(document.path, document);
  };
  const tagged = publication.tags.slice(0, TAGS).map((tag) => newest(tag, CARDS_PER_TAG));
  for (const found of await Promise.all(tagged)) add(found);
  // An item that shares no tag ranks last. Not reading those keeps the page as it is when such an item is published.
  if (candidates.size < limit) add(await newest(undefined, limit + 1));
  const ranked = [...candidates.values()]
    .map((document) => {
      const { itemId, tags, firstPublishedAt } = requireFit(ranks, document).data;
      return { itemId, firstPublishedAt, shared: tags.filter((tag) => publication.tags.includes(tag)).length };
    })
    .sort((a, b) => b.shared - a.shared || b.firstPublishedAt - a.firstPublishedAt || (a.itemId < b.itemId ? 1 : -1));
  const shown = ranked.slice(0, limit).map(({ itemId }) => publicationCards.at(locale, itemId));
  return (await getDocuments(store, shown)).flatMap((card) => card?.data ?? []);
}
