import { z } from 'zod';
import { itemCards } from '#core/content/collections.ts';
import { type CountedState, facetOf, type ItemCard, type ItemPlace, stateField } from '#core/content/item-card.ts';
import type { DocumentStore, Filter, Scalar } from '#core/documents/document-store.ts';
import { getDocuments, queryDocuments } from '#core/documents/typed-documents.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { isoTime, pick, reviewOf, scheduleOf, times } from './item-resource.ts';
import { type ItemList, itemList } from './item-schemas.ts';
import { route } from './route.ts';
import { cursorOf, language, moment } from './shared-schemas.ts';

/** Maximum items per page. */
const MOST = 100;

const query = z.object({
  type: z.string().exactOptional().describe('Only items of this content type.'),
  place: z
    .enum(['shown', 'archived', 'trash'])
    .default('shown')
    .describe('Where to look: items shown in lists, archived items, or the trash.'),
  language: language
    .exactOptional()
    .describe('Only items with a text in this language; with state, items that have the state in this language.'),
  state: z
    .enum(['missing', 'draft', 'published', 'changed', 'scheduled', 'archived'])
    .exactOptional()
    .describe('Only items with this state in the given language, or in any language.'),
  review: z.literal('asked').exactOptional().describe('Only items with a language whose review was asked for.'),
  tag: z.string().exactOptional().describe('Only items with this tag.'),
  q: z.string().max(200).exactOptional().describe('Only items with these words in titles or texts, in any language.'),
  updatedSince: moment.exactOptional().describe('Only items changed at or after this time.'),
  cursor: cursorOf(isCardCursor).exactOptional(),
  limit: z.coerce.number().int().min(1).max(MOST).default(50),
});

export const listItemsRoute = route({
  method: 'get',
  path: '/items',
  operationId: 'listItems',
  summary: 'Lists items with the state of each language, most recently changed first, without texts.',
  tag: 'Items',
  permission: 'draft.read',
  query,
  answer: { status: 200, description: 'A page of items.', schema: itemList },
  async handle({ query: { updatedSince, q, ...search } }, { store, config, itemSearch }) {
    const types = search.type === undefined ? config.contentTypes.map(({ key }) => key) : [search.type];
    const words = q?.trim() ?? '';
    const find = (type: string) => itemSearch.find(type, words, Number.MAX_SAFE_INTEGER);
    const ids = words === '' ? [] : (await Promise.all(types.map(find))).flat();
    const { cards, next } = await searchCards(store, {
      ...(search as Partial<CardFilters>),
      place: search.place,
      limit: search.limit,
      types,
      locales: localeSet.locales.map(({ code }) => code),
      ...(words !== '' && { found: new Set(ids) }),
      ...(updatedSince !== undefined && { since: Date.parse(updatedSince) }),
    });
    const body: ItemList = {
      items: cards.map((card) => listed(card, search.place)),
      ...(next !== undefined && { next }),
    };
    return { body };
  },
});

function listed(card: ItemCard, place: ItemPlace): ItemList['items'][number] {
  const languages = Object.entries(card.languages).map(([code, content]) => [
    code,
    {
      ...pick(content, ['title', 'slug', 'state', 'publishedSlug', 'translation']),
      ...times(content, ['publishedAt']),
      ...(content.schedule && { schedule: scheduleOf(content.schedule) }),
      ...(content.review && { review: reviewOf(content.review) }),
    },
  ]);
  const { id, type, sourceLanguage, tags } = card;
  return {
    id,
    type,
    place,
    sourceLanguage,
    tags,
    ...pick(card, ['authorId', 'authorName', 'editedBy']),
    createdAt: isoTime(card.createdAt),
    editedAt: isoTime(card.editedAt),
    languages: Object.fromEntries(languages),
  };
}

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
function isCardCursor(cursor: string): boolean {
  return parseCursor(cursor) !== undefined;
}

function parseCursor(cursor: string | undefined): Scalar[] | undefined {
  const parts = /^(\d{1,15})\.([a-z0-9-]{1,120})$/.exec(cursor ?? '');
  return parts ? [Number(parts[1]), parts[2] ?? ''] : undefined;
}
