import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { itemCards } from '../content/collections.ts';
import type { ItemPlace } from '../content/item-card.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { queryDocuments } from '../documents/typed-documents.ts';

/** Maximum number of authors listed. Source: Meki's own. */
const MOST = 200;

export interface ItemAuthor {
  id: string;
  /** From the author's latest item, whether or not the account still exists. */
  name: string;
}

/** All authors of items of a type and place, ordered by id. @throws {Forbidden} if the actor may not read drafts */
export async function listAuthors(
  store: DocumentStore,
  actor: Actor,
  { type, place }: { type: string; place: ItemPlace },
): Promise<ItemAuthor[]> {
  requireMay(actor, 'draft.read');
  const authors: ItemAuthor[] = [];
  let last = '';
  // Skips from author to author in the index (loose index scan): one query per author, not per item.
  while (authors.length < MOST) {
    const [card] = await queryDocuments(store, itemCards, {
      where: [
        { field: 'type', op: '==', value: type },
        { field: 'place', op: '==', value: place },
        { field: 'authorId', op: '>', value: last },
      ],
      orderBy: [
        { field: 'authorId', direction: 'asc' },
        { field: 'createdAt', direction: 'desc' },
      ],
      limit: 1,
    });
    if (card?.data.authorId === undefined) break;
    last = card.data.authorId;
    authors.push({ id: last, name: card.data.authorName ?? last });
  }
  return authors;
}
