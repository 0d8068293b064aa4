import { z } from 'zod';
import type { ItemCard, ItemPlace } from '#core/content/item-card.ts';
import { localeSet } from '#site-config';
import { isoTime, pick, reviewOf, scheduleOf, times } from './item-resource.ts';
import { type ItemList, itemList } from './item-schemas.ts';
import { route } from './route.ts';
import { type CardFilters, isCardCursor, searchCards } from './search-cards.ts';
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
