import { itemCards } from '#core/content/collections.ts';
import { type CountedState, facetOf, type ItemCard, type ItemPlace, stateField } from '#core/content/item-card.ts';
import type { DocumentStore, Filter, Scalar } from '#core/documents/document-store.ts';
import { getDocuments, queryDocuments } from '#core/documents/typed-documents.ts';
import type { Locale } from '#core/locales/locale.ts';

export interface CardFilters {
  types: readonly string[];
  locales: readonly Locale[];
  place: ItemPlace;
  language?: Locale;
  state?: CountedState;
  tag?: string;
  /** Only items with a language whose review was asked for. */
  review?: 'asked';
  /** Only these ids, if there was a full-text query. */
  found?: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  since?: number;
  /** Cursor: the `next` of the previous page; a malformed one is ignored. */
  cursor?: string;
  limit: number;
}

const BEGUN: CountedState[] = ['draft', 'published', 'changed', 'scheduled', 'archived'];

/** Cards per read while filtering all cards by the found ids. */
const BATCH = 200;

/** Up to this many found cards are read by id instead. */
const FEW = 500;

/**
 * Cards of items, last edited first. Every combination of type and state is an indexed query; their results are merged by edit
 * time.
 */
export async function searchCards(
  store: DocumentStore,
  search: CardFilters,
): Promise<{ cards: ItemCard[]; next?: string }> {
  const { found } = search;
  if (found && found.size <= FEW) return pageOf(await readFound(store, search, found), search.limit);
  const cards: ItemCard[] = [];
  let after = parseCursor(search.cursor);
  const batch = found ? BATCH : search.limit + 1;
  for (;;) {
    const page = await readPage(store, search, after, batch);
    cards.push(...page.filter(({ id }) => found?.has(id) ?? true));
    const last = page.at(-1);
    if (cards.length > search.limit || page.length < batch || !last) break;
    after = [last.editedAt, last.id];
  }
  return pageOf(cards, search.limit);
}

function pageOf(cards: ItemCard[], limit: number): { cards: ItemCard[]; next?: string } {
  const shown = cards.slice(0, limit);
  const last = shown.at(-1);
  if (cards.length <= limit || !last) return { cards: shown };
  return { cards: shown, next: `${last.editedAt}.${last.id}` };
}

async function readFound(store: DocumentStore, search: CardFilters, ids: ReadonlySet<string>): Promise<ItemCard[]> {
  const documents = await getDocuments(
    store,
    [...ids].map((id) => itemCards.at(id)),
  );
  const cards = documents.flatMap((document) => document?.data ?? []);
  const [time = Number.POSITIVE_INFINITY, lastId = ''] = (parseCursor(search.cursor) ?? []) as [number?, string?];
  const isAfter = (card: ItemCard) =>
    card.editedAt < time || (card.editedAt === time && compareIds(card.id, lastId) < 0);
  return cards.filter((card) => fits(card, search) && isAfter(card)).sort(byLastEdit);
}

/** Whether a card passes the filters, like the queries. */
function fits(card: ItemCard, search: CardFilters): boolean {
  const { types, place, since } = search;
  const facet = facetIn(search);
  const isWanted = wantedStates(search)?.some(({ code, state }) => card.states[code] === state) ?? true;
  return (
    isWanted &&
    types.includes(card.type) &&
    card.place === place &&
    (facet === '' || card.facets.includes(facet)) &&
    (since === undefined || card.editedAt >= since)
  );
}

/** The index key of a tag and review; empty without such a filter. */
function facetIn({ tag, review }: CardFilters): string {
  return facetOf({ ...(tag !== undefined && { tag }), ...(review && { isInReview: true }) });
}

function byLastEdit(a: ItemCard, b: ItemCard): number {
  return b.editedAt - a.editedAt || compareIds(b.id, a.id);
}

async function readPage(
  store: DocumentStore,
  search: CardFilters,
  after: Scalar[] | undefined,
  limit: number,
): Promise<ItemCard[]> {
  const found = new Map<string, ItemCard>();
  const facet = facetIn(search);
  for (const type of search.types) {
    for (const where of stateFilters(search)) {
      const documents = await queryDocuments(store, itemCards, {
        where: [
          { field: 'type', op: '==', value: type },
          { field: 'place', op: '==', value: search.place },
          ...where,
          ...(facet === '' ? [] : [{ field: 'facets', op: 'array-contains', value: facet } as const]),
          ...(search.since === undefined ? [] : [{ field: 'editedAt', op: '>=', value: search.since } as const]),
        ],
        orderBy: [{ field: 'editedAt', direction: 'desc' }],
        ...(after && { startAfter: after }),
        limit,
      });
      for (const { data } of documents) found.set(data.id, data);
    }
  }
  return [...found.values()].sort(byLastEdit).slice(0, limit);
}

/** The alternatives of states and languages; `undefined` for no such filter. */
function wantedStates({ state, language, locales }: CardFilters): { code: Locale; state: CountedState }[] | undefined {
  if (state === undefined && language === undefined) return undefined;
  const languages = language === undefined ? locales : [language];
  const states = state === undefined ? BEGUN : [state];
  return languages.flatMap((code) => states.map((one) => ({ code, state: one })));
}

function stateFilters(search: CardFilters): Filter[][] {
  const wanted = wantedStates(search);
  return wanted?.map(({ code, state }): Filter[] => [{ field: stateField(code), op: '==', value: state }]) ?? [[]];
}

/** Ids are ASCII, so that string order is byte order. */
function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether a text is a valid cursor. */
export function isCardCursor(cursor: string): boolean {
  return parseCursor(cursor) !== undefined;
}

function parseCursor(cursor: string | undefined): Scalar[] | undefined {
  const parts = /^(\d{1,15})\.([a-z0-9-]{1,120})$/.exec(cursor ?? '');
  return parts ? [Number(parts[1]), parts[2] ?? ''] : undefined;
}
