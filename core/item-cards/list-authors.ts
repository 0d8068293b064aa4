import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { ItemCard, ItemPlace } from '../content/item-card.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';

/** Most authors of a list. Source: Meki's own. */
const MOST = 200;

export interface ItemAuthor {
  id: string;
  /** As the latest of their items has it, whether or not they still have an account. */
  name: string;
}

/** Everybody who is the author of an item of a type in a place, by id. @throws {Forbidden} for who may not read drafts */
export async function listAuthors(
  store: DocumentStore,
  actor: Actor,
  { type, place }: { type: string; place: ItemPlace },
): Promise<ItemAuthor[]> {
  requireMay(actor, 'draft.read');
  const authors: ItemAuthor[] = [];
  let last = '';
  // From one author to the next by the index, so that it costs as many steps as there are authors, not items.
  while (authors.length < MOST) {
    const [card] = (await store.runQuery({
      collection: 'item-cards',
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
    })) as unknown as Document<ItemCard>[];
    if (card?.data.authorId === undefined) break;
    last = card.data.authorId;
    authors.push({ id: last, name: card.data.authorName ?? last });
  }
  return authors;
}
