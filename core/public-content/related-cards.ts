import { z } from 'zod';
import { publicationCards } from '../content/collections.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import type { DocumentStore, Filter } from '../documents/document-store.ts';
import { requireFit } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

/** Publication cards considered per tag: the newest. The result is exact for tags with no more cards than this. */
const CARDS_PER_TAG = 40;

/** Tags considered: the first ones of a publication. */
const TAGS = 8;

/** The members that rank a card. Candidates, up to 328, are validated for these alone; the result is validated as a whole. */
const ranks = {
  ...publicationCards,
  schema: z.object({ itemId: z.string(), tags: z.array(z.string()), firstPublishedAt: z.number() }),
};

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
    return store.runQuery({ collection: publicationCards.name, where, orderBy, limit: count });
  };
  const found = await Promise.all([
    ...publication.tags.slice(0, TAGS).map((tag) => newest(tag, CARDS_PER_TAG)),
    newest(undefined, limit + 1),
  ]);
  const candidates = new Map(found.flat().map((document) => [document.path, document]));
  candidates.delete(publicationCards.at(locale, publication.itemId).path);
  return [...candidates.values()]
    .map((document) => {
      const { itemId, tags, firstPublishedAt } = requireFit(ranks, document).data;
      return {
        document,
        itemId,
        firstPublishedAt,
        shared: tags.filter((tag) => publication.tags.includes(tag)).length,
      };
    })
    .sort((a, b) => b.shared - a.shared || b.firstPublishedAt - a.firstPublishedAt || (a.itemId < b.itemId ? 1 : -1))
    .slice(0, limit)
    .map(({ document }) => requireFit(publicationCards, document).data);
}
