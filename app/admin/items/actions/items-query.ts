import type { CountedState, ItemPlace } from '#core/content/item-card.ts';
import type { CardSearch } from '#core/item-cards/list-item-cards.ts';
import { isLanguageCode, type Locale } from '#core/locales/locale.ts';

export const PLACES = ['shown', 'archived', 'trash'] as const satisfies ItemPlace[];

/** Published states first. */
export const STATES = [
  'published',
  'changed',
  'scheduled',
  'draft',
  'archived',
  'missing',
] as const satisfies CountedState[];

/** The choice among the states that finds items whose review was asked for. */
export const IN_REVIEW = 'review';

export const SORTS = ['edited', 'created', 'title', 'order', 'work'] as const;

export type ItemsSort = (typeof SORTS)[number];

/** The filters of a list, as in the page's address; an empty field does not filter. */
export interface ItemsQuery {
  q: string;
  place: ItemPlace;
  /** `{language}.{state}`, or `review`: in any language, a review was asked for. */
  state: string;
  tag: string;
  author: string;
  group: string;
  /** Only items with pending work, sorted by urgency. */
  work: boolean;
  sort: ItemsSort | '';
  after: string;
}

/** Parses the filters in an address. Unknown values are ignored. */
export function readItemsQuery(params: URLSearchParams): ItemsQuery {
  const text = (name: string, length: number) => (params.get(name) ?? '').trim().slice(0, length);
  return {
    q: text('q', 200),
    place: PLACES.find((place) => place === params.get('place')) ?? 'shown',
    state: text('state', 40) === IN_REVIEW || parseState(text('state', 40)) ? text('state', 40) : '',
    tag: text('tag', 60),
    author: text('author', 200),
    group: text('group', 60),
    work: params.get('work') === 'yes',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? '',
    after: text('after', 1_000),
  };
}

/** The address of a list with filters; empty ones are left out. */
export function itemsAddress(path: string, query: ItemsQuery): string {
  const params = itemsParams(query);
  return params.size === 0 ? path : `${path}?${params}`;
}

export function itemsParams({ place, work, ...query }: ItemsQuery): URLSearchParams {
  const texts = { ...query, place: place === 'shown' ? '' : place, work: work ? 'yes' : '' };
  return new URLSearchParams(Object.entries(texts).filter(([, value]) => value !== ''));
}

/** Whether the list is filtered. */
export function isNarrowed({ group, ...query }: ItemsQuery): boolean {
  return group !== '' || isNarrowedWithin(query);
}

/** Whether the list is filtered by anything but the group. */
export function isNarrowedWithin({ q, state, tag, author, work }: Omit<ItemsQuery, 'group'>): boolean {
  return q !== '' || state !== '' || tag !== '' || author !== '' || work;
}

function parseState(state: string): { language: Locale; state: CountedState } | undefined {
  const [language = '', name] = state.split('.');
  const known = STATES.find((one) => one === name);
  return known && isLanguageCode(language) ? { language, state: known } : undefined;
}

/** Converts filters to a card search, without the words. @param ordered whether the type has manual order */
export function toCardSearch(
  { place, state, tag, author, group, work, sort }: ItemsQuery,
  { type, language, ordered }: { type: string; language: Locale; ordered: boolean },
): Omit<CardSearch, 'after' | 'limit' | 'types'> & { type: string } {
  const wanted = parseState(state);
  return {
    type,
    place,
    ...(wanted && { state: { language: wanted.language, states: [wanted.state] } }),
    ...(state === IN_REVIEW && { isInReview: true as const }),
    ...(tag !== '' && { tag }),
    ...(author !== '' && { authorId: author }),
    ...(group !== '' && { group }),
    ...(work && { work: {} }),
    sort: work ? 'work' : shownSort({ sort, place }, ordered),
    language,
  };
}

/** The sort order of a list: the requested one if available, otherwise the type's default. */
export function shownSort({ sort, place }: Pick<ItemsQuery, 'sort' | 'place'>, ordered: boolean): ItemsSort {
  const isThere = sort !== '' && (sort !== 'order' || (ordered && place === 'shown'));
  if (isThere) return sort;
  return ordered && place === 'shown' ? 'order' : 'edited';
}
