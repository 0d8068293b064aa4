import { publicationCards } from '../content/collections.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import type { DocumentStore, Filter } from '../documents/document-store.ts';
import { queryDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

/** Publication cards considered per tag: the newest. The result is exact for tags with no more cards than this. */
const CARDS_PER_TAG = 40;

/** Tags considered: the first ones of a publication. */
const TAGS = 8;

/** The items of a publication's type that share the most tags, then newest first; without the item itself. */
export async function relatedCards(
  store: DocumentStore,
  locale: Locale,
  publication: Publication,
  limit: number,
): Promise<PublicationCard[]> {
  const newest = async (tag: string | undefined, count: number) => {
    const where: Filter[] = [
      { field: 'language', op: '==', value: locale },
      { field: 'type', op: '==', value: publication.type },
    ];
    if (tag !== undefined) where.push({ field: 'tags', op: 'array-contains', value: tag });
    const documents = await queryDocuments(store, publicationCards, {
      where,
      orderBy: [{ field: 'firstPublishedAt', direction: 'desc' }],
      limit: count,
    });
    return documents.map(({ data }) => data);
  };
  const found = await Promise.all([
    ...publication.tags.slice(0, TAGS).map((tag) => newest(tag, CARDS_PER_TAG)),
    newest(undefined, limit + 1),
  ]);
  const candidates = new Map(found.flat().map((card) => [card.itemId, card]));
  candidates.delete(publication.itemId);
  const shared = (card: PublicationCard) => card.tags.filter((tag) => publication.tags.includes(tag)).length;
  return [...candidates.values()]
    .sort((a, b) => shared(b) - shared(a) || b.firstPublishedAt - a.firstPublishedAt || (a.itemId < b.itemId ? 1 : -1))
    .slice(0, limit);
}
