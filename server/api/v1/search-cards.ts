import { type CountedState, facetOf, type ItemCard, type ItemPlace, stateField } from '#core/content/item-card.ts';
import { foldToAscii } from '#core/content/slugs.ts';
import type { Document, DocumentStore, Filter, Scalar } from '#core/documents/document-store.ts';
import type { Locale } from '#core/locales/locale.ts';

export interface CardSearch {
  types: readonly string[];
  locales: readonly Locale[];
  place: ItemPlace;
  language?: Locale;
  state?: CountedState;
  tag?: string;
  /** Words that stand in a title. */
  words: string;
  /** Milliseconds since 1970. */
  since?: number;
  /** The `next` of the page before; one that is malformed is passed over. */
  cursor?: string;
  limit: number;
}

const BEGUN: CountedState[] = ['draft', 'published', 'changed', 'scheduled', 'archived'];

/** Cards read at once while titles are looked through. */
const BATCH = 200;

/**
 * Cards of items, the last edited first. Every combination of type and state is a query that an index answers; what they
 * give is put together by the time of the last edit.
 */
export async function searchCards(
  store: DocumentStore,
  search: CardSearch,
): Promise<{ cards: ItemCard[]; next?: string }> {
  const words = foldToAscii(search.words).split('-').filter(Boolean);
  const cards: ItemCard[] = [];
  let after = parseCursor(search.cursor);
  const batch = words.length > 0 ? BATCH : search.limit + 1;
  for (;;) {
    const page = await readPage(store, search, after, batch);
    cards.push(...page.filter((card) => hasWords(card, words)));
    const last = page.at(-1);
    if (cards.length > search.limit || page.length < batch || !last) break;
    after = [last.editedAt, last.id];
  }
  const shown = cards.slice(0, search.limit);
  const last = shown.at(-1);
  if (cards.length <= search.limit || !last) return { cards: shown };
  return { cards: shown, next: `${last.editedAt}.${last.id}` };
}

async function readPage(
  store: DocumentStore,
  search: CardSearch,
  after: Scalar[] | undefined,
  limit: number,
): Promise<ItemCard[]> {
  const found = new Map<string, ItemCard>();
  for (const type of search.types) {
    for (const where of stateFilters(search)) {
      const documents = (await store.runQuery({
        collection: 'item-cards',
        where: [
          { field: 'type', op: '==', value: type },
          { field: 'place', op: '==', value: search.place },
          ...where,
          ...(search.tag === undefined
            ? []
            : [{ field: 'facets', op: 'array-contains', value: facetOf({ tag: search.tag }) } as const]),
          ...(search.since === undefined ? [] : [{ field: 'editedAt', op: '>=', value: search.since } as const]),
        ],
        orderBy: [{ field: 'editedAt', direction: 'desc' }],
        ...(after && { startAfter: after }),
        limit,
      })) as unknown as Document<ItemCard>[];
      for (const { data } of documents) found.set(data.id, data);
    }
  }
  return [...found.values()].sort((a, b) => b.editedAt - a.editedAt || compareIds(b.id, a.id)).slice(0, limit);
}

/** What the states of languages have to be, each an alternative. */
function stateFilters({ state, language, locales }: CardSearch): Filter[][] {
  if (state === undefined && language === undefined) return [[]];
  const languages = language === undefined ? locales : [language];
  const states = state === undefined ? BEGUN : [state];
  return languages.flatMap((code) => states.map((value): Filter[] => [{ field: stateField(code), op: '==', value }]));
}

function hasWords({ titles }: ItemCard, words: string[]): boolean {
  if (words.length === 0) return true;
  const said = Object.values(titles).map(foldToAscii);
  return words.every((word) => said.some((title) => title.includes(word)));
}

/** Ids are ASCII: their order is that of their bytes. */
function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function parseCursor(cursor: string | undefined): Scalar[] | undefined {
  const parts = /^(\d{1,16})\.([a-z0-9-]{1,120})$/.exec(cursor ?? '');
  return parts ? [Number(parts[1]), parts[2] ?? ''] : undefined;
}
