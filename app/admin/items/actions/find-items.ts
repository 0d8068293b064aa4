import type { Actor } from '#core/access/actor.ts';
import { requireMay } from '#core/access/policy.ts';
import { itemCards } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import {
  type CardPage,
  type CardSearch,
  cardFacet,
  countItemCards,
  listItemCards,
} from '#core/item-cards/list-item-cards.ts';
import type { ItemSearch } from '#core/search/item-search.ts';

/** Cards per read. */
const BATCH = 100;

/** Factor by which the search limit grows when filters leave too few results. */
const GROWTH = 4;

interface ItemSources {
  store: DocumentStore;
  itemSearch: Pick<ItemSearch, 'find'>;
}

type Search = Omit<CardSearch, 'limit' | 'types'> & { type: string };

/** A page of a list: by filters, or by full-text search, best first. @throws {Forbidden} without the right to read drafts */
export async function findItems(
  { store, itemSearch }: ItemSources,
  actor: Actor,
  { q, search, limit }: { q: string; search: Search; limit: number },
): Promise<CardPage> {
  if (q === '') return listItemCards(store, actor, { ...toCards(search), limit });
  requireMay(actor, 'draft.read');
  const cards: ItemCard[] = [];
  let place = Number(/^\d{1,9}$/.exec(search.after ?? '')?.[0] ?? 0);
  let wanted = place + BATCH;
  let ids = await itemSearch.find(search.type, q, wanted);
  while (place < ids.length) {
    const batch = ids.slice(place, place + BATCH);
    const documents = await getDocuments(
      store,
      batch.map((id) => itemCards.at(id)),
    );
    for (const document of documents) {
      if (cards.length === limit) return { cards, next: String(place) };
      if (document && fits(document.data, search)) cards.push(document.data);
      place++;
    }
    if (place < ids.length || ids.length < wanted) continue;
    wanted *= GROWTH;
    ids = await itemSearch.find(search.type, q, wanted);
  }
  return { cards };
}

/** Number of items in a list; `undefined` if it would require reading all of them. @throws {Forbidden} */
export async function countFound(
  { store, itemSearch }: ItemSources,
  actor: Actor,
  { q, search }: { q: string; search: Search },
): Promise<number | undefined> {
  if (q === '') return countItemCards(store, actor, toCards(search));
  requireMay(actor, 'draft.read');
  if ((await itemSearch.find(search.type, q, BATCH + 1)).length > BATCH) return undefined;
  const { cards } = await findItems({ store, itemSearch }, actor, { q, search, limit: BATCH });
  return cards.length;
}

function toCards({ type, ...search }: Search) {
  return { ...search, types: [type] };
}

/** Whether a card passes the filters, like a query. */
function fits(card: ItemCard, { type, place, state, work, ...search }: Search): boolean {
  const facet = cardFacet(search);
  return (
    card.type === type &&
    card.place === place &&
    (!state || state.states.includes(card.states[state.language] ?? 'missing')) &&
    (facet === '' || card.facets.includes(facet)) &&
    (!work || (card.urgency.all ?? 0) > 0)
  );
}
