import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import type { IssueKind } from '../content/card-issues.ts';
import { itemCards } from '../content/collections.ts';
import {
  type CountedState,
  facetOf,
  type ItemCard,
  type ItemPlace,
  issueFacet,
  reviewFacet,
  stateField,
  urgencyField,
} from '../content/item-card.ts';
import type { DocumentStore, Filter, Order, Query, Scalar } from '../documents/document-store.ts';
import { fullOrder } from '../documents/match-query.ts';
import { queryDocuments } from '../documents/typed-documents.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Locale } from '../locales/locale.ts';

/** `title` of `language`; `order` is the manual order; `work` is by urgency. */
type CardSort = 'edited' | 'created' | 'title' | 'order' | 'work';

export interface CardSearch {
  /** 1 to 30 types. Default: all of the site's, for which only the sort `work` has an index. */
  types?: readonly string[];
  place: ItemPlace;
  /** The state of a language. */
  state?: { language: Locale; states: CountedState[] };
  tag?: string;
  authorId?: string;
  group?: string;
  /** Only items with a language whose review was asked for. */
  isInReview?: true;
  /**
   * Only items with pending work, in any or one language, or of one kind. A kind cannot be combined with a tag, author,
   * group or review.
   */
  work?: { language?: Locale; kind?: IssueKind };
  /** Only items with a review that a person asked for, or was asked for and has not answered. Combined with nothing else. */
  review?: { part: 'asked-by' | 'asked-of'; accountId: string };
  sort: CardSort;
  /** Default: ascending for titles and manual order, otherwise descending. */
  direction?: 'asc' | 'desc';
  /** The language of titles. */
  language: Locale;
  /** Cursor: the `next` of the previous page; a malformed one is ignored. */
  after?: string;
  limit: number;
}

export interface CardPage {
  cards: ItemCard[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** Cards for the lists of the admin area. @throws {Forbidden} if the actor may not read drafts. */
export async function listItemCards(store: DocumentStore, actor: Actor, search: CardSearch): Promise<CardPage> {
  requireMay(actor, 'draft.read');
  const query = queryOf(search);
  const order = fullOrder(query).map(({ field }) => field);
  const startAfter = parseCursor(search.after, order.length + 1);
  const documents = await queryDocuments(store, itemCards, {
    ...query,
    ...(startAfter && { startAfter }),
    limit: search.limit + 1,
  });
  const cards = documents.slice(0, search.limit).map(({ data }) => data);
  const last = cards.at(-1);
  if (documents.length <= search.limit || !last) return { cards };
  return { cards, next: JSON.stringify([...order.map((field) => fieldOf(last, field)), last.id]) };
}

/** Number of matching cards. @throws {Forbidden} */
export async function countItemCards(
  store: DocumentStore,
  actor: Actor,
  search: Omit<CardSearch, 'after' | 'limit'>,
): Promise<number> {
  requireMay(actor, 'draft.read');
  const [total] = await store.runAggregation(queryOf(search), [{ kind: 'count' }]);
  return total ?? 0;
}

function queryOf(search: Omit<CardSearch, 'after' | 'limit'>): Query {
  const { place, types, state, work, review } = search;
  const facet = cardFacet(search);
  const where: Filter[] = [{ field: 'place', op: '==', value: place }];
  if (types) where.push({ field: 'type', op: 'in', values: [...types] });
  if (state) where.push({ field: stateField(state.language), op: 'in', values: state.states });
  if (facet !== '') where.push({ field: 'facets', op: 'array-contains', value: facet });
  if (review) where.push({ field: 'facets', op: 'array-contains', value: reviewFacet(review.part, review.accountId) });
  if (work?.kind) where.push({ field: 'facets', op: 'array-contains', value: issueFacet(work.kind, work.language) });
  else if (work) where.push({ field: urgencyField(work.language ?? 'all'), op: '>', value: 0 });
  return { collection: itemCards.name, where, orderBy: [orderOf(search)] };
}

/** The index key for the tag, author, group and review of a search; empty if none is given. */
export function cardFacet({
  tag,
  authorId,
  group,
  isInReview,
}: Pick<CardSearch, 'tag' | 'authorId' | 'group' | 'isInReview'>): string {
  return facetOf({
    ...(tag !== undefined && { tag }),
    ...(authorId !== undefined && { authorId }),
    ...(group !== undefined && { group }),
    ...(isInReview && { isInReview }),
  });
}

type Sorted = Pick<CardSearch, 'sort' | 'direction' | 'language' | 'work'>;

function orderOf({ sort, direction, language, work }: Sorted): Order {
  switch (sort) {
    case 'edited':
      return { field: 'editedAt', direction: direction ?? 'desc' };
    case 'created':
      return { field: 'createdAt', direction: direction ?? 'desc' };
    case 'title':
      return { field: `titles.${language}`, direction: direction ?? 'asc' };
    case 'order':
      return { field: 'order', direction: direction ?? 'asc' };
    case 'work':
      return {
        field: urgencyField((work?.kind === undefined && work?.language) || 'all'),
        direction: direction ?? 'desc',
      };
  }
}

/** The value of a field of a card, such as `names.es`, for a cursor. */
export function fieldOf(card: object, field: string): Scalar {
  const [first = '', second] = field.split('.');
  const value = (card as { [name: string]: unknown })[first];
  const inner = second === undefined ? value : (value as { [name: string]: unknown } | undefined)?.[second];
  return (inner ?? null) as Scalar;
}

/** The values of a cursor; `undefined` if it is malformed. @param length the values that it must have */
export function parseCursor(cursor: string | undefined, length: number): Scalar[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const values: unknown = parseJson(cursor);
    const isPlace =
      Array.isArray(values) && values.length === length && values.every((value) => Object(value) !== value);
    return isPlace && typeof values.at(-1) === 'string' ? (values as Scalar[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Active items whose last change is the actor's own, latest first. @throws {Forbidden} */
export async function listOwnEdits(store: DocumentStore, actor: Actor, limit: number): Promise<ItemCard[]> {
  requireMay(actor, 'draft.read');
  if (actor.kind !== 'person') return [];
  const documents = await queryDocuments(store, itemCards, {
    where: [
      { field: 'place', op: '==', value: 'shown' },
      { field: 'editedBy.id', op: '==', value: actor.id },
    ],
    orderBy: [{ field: 'editedAt', direction: 'desc' }],
    limit,
  });
  return documents.map(({ data }) => data);
}

/** Items with scheduled actions, next first. @throws {Forbidden} */
export async function listScheduledCards(store: DocumentStore, actor: Actor, limit: number): Promise<ItemCard[]> {
  requireMay(actor, 'draft.read');
  const documents = await queryDocuments(store, itemCards, {
    orderBy: [{ field: 'nextScheduleAt', direction: 'asc' }],
    limit,
  });
  return documents.map(({ data }) => data);
}

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
