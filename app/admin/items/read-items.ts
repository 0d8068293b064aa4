import type { LoaderFunctionArgs } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { readPlacedPages } from '#core/addresses/page-places.ts';
import { groupField } from '#core/content/own-contents.ts';
import { inReadingOrder } from '#core/content/page-tree.ts';
import { isOrdered } from '#core/content-types/manual-order.ts';
import { countItemCards, type ItemAuthor, listAuthors } from '#core/item-cards/list-item-cards.ts';
import { readTopics } from '#core/item-cards/read-topics.ts';
import { TRASH_DAYS } from '#core/items/trash-item.ts';
import { labelInSentence, localeDefinition } from '#core/locales/locale.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import { languageLabel, languageName } from '../../i18n/language-name.ts';
import { refuseForbidden } from '../require-permission.ts';
import { countFound, findItems } from './actions/find-items.ts';
import { readMissingPages } from './actions/fixed-pages.ts';
import { offeredActions } from './actions/item-actions.ts';
import {
  type ItemsQuery,
  isNarrowed,
  isNarrowedWithin,
  itemsAddress,
  itemsParams,
  PLACES,
  readItemsQuery,
  shownSort,
  toCardSearch,
} from './actions/items-query.ts';
import { readListRequest } from './actions/list-request.ts';
import { MOST_ORDERED } from './actions/move-item.ts';
import type { ManyRequest } from './actions/perform-on-many.ts';
import { createItemsTranslator, readListMessages } from './actions/read-items-messages.ts';
import { toItemRow } from './item-row.ts';

/** Items per page. Source: Meki's own. */
const PAGE_SIZE = 25;

/** Loads the items of a type; 403 without the right to read drafts. */
export async function readItems(args: LoaderFunctionArgs) {
  const { request, actor } = await readListRequest(args);
  return refuseForbidden(request, actor, () => readList(request, actor));
}

async function readList(request: ManyRequest, actor: Actor) {
  const { config, type, locale, pathTo, url } = request;
  const t = createItemsTranslator(locale);
  const query = readItemsQuery(url.searchParams);
  const isPages = type.appearsAs === 'page';
  /** Pages are in the order of their tree. */
  const ordered = isOrdered(type) || isPages;
  const group = groupField(type);
  const sort = query.work ? 'work' : shownSort(query, ordered);
  const { after: _, ...start } = query;
  const q = { ...start, after: '' };
  const asked = toCardSearch(query, { type: type.key, language: locale, ordered });
  const isTree = isPages && asked.sort === 'order';
  const search = isTree ? { ...asked, sort: 'title' as const } : asked;
  const isInOrder = sort === 'order' && query.q === '';
  const canCreate = may(actor, 'item.create');
  const createsNew = canCreate && url.searchParams.has('new');
  const limit = isInOrder ? MOST_ORDERED : PAGE_SIZE;
  const isWhole = query.place === 'shown' && !isNarrowed(query);
  const [{ cards, next }, total, authors, missingPages, topics] = await Promise.all([
    findItems(request, actor, { q: query.q, search: { ...search, ...(query.after && { after: query.after }) }, limit }),
    countFound(request, actor, { q: query.q, search }),
    listAuthors(request.store, actor, { type: type.key, place: query.place }),
    canCreate && isWhole ? readMissingPages(request) : [],
    readTopics(request.store, config),
  ]);
  const ids = cards.map(({ id }) => id);
  const pages = isPages ? await readPlacedPages(request.store, type.key, ids, cards) : undefined;
  const placed =
    pages && isTree && next === undefined
      ? inReadingOrder(pages.tree, cards)
      : cards.map((page) => ({ page, level: 0 }));
  const inArchive = cards.length > 0 || !isWhole ? 0 : await countArchived(request, actor);
  const path = pathTo(`/admin/items/${type.key}`);
  const { language: inLanguage } = localeDefinition(config, locale);
  const languages = config.locales.map(({ code, language }) => ({
    code,
    name: languageName(inLanguage, language),
    label: languageLabel(inLanguage, language),
  }));
  const singular = type.labels.singular[locale] ?? type.key;
  const inSentence = labelInSentence(singular, inLanguage);
  const plural = type.labels.plural[locale] ?? type.key;
  const hasSomething = cards.length > 0 || isNarrowed(query) || query.place !== 'shown';
  return {
    messages: readListMessages(locale),
    title: createsNew ? t('create.title', { type: inSentence }) : plural,
    ...(createsNew && { breadcrumbs: [{ label: plural, href: path }] }),
    type: { key: type.key, plural, inSentence, isTopic: type.isTopic === true },
    query: q,
    /** The filters, included in every form as `query`. */
    queryText: itemsParams(q).toString(),
    sort,
    path,
    actionsPath: pathTo(`/admin/item-actions/${type.key}`),
    rows: placed.map(({ page, level }) => toItemRow({ ...request, topics }, actor, page, { pages, level })),
    ...(total !== undefined && { total }),
    languages,
    ...(type.isTopic && may(actor, 'topics.retire') && { retirePath: pathTo('/admin/topics') }),
    tags: Object.entries(topics)
      .map(([value, labels]) => ({ value, label: labels[locale] ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label, inLanguage)),
    ...(group && {
      group: {
        label: group.labels[locale] ?? group.key,
        choices: group.choices.map(({ value, labels }) => ({ value, label: labels[locale] ?? value })),
      },
    }),
    authors: authorsOf(authors, actor, query, { self: (name) => t('list.me', { name }), inLanguage }),
    places: PLACES.map((place) => ({ place, href: itemsAddress(path, { ...emptyQuery, place }) })),
    actions: offeredActions(actor, query.place),
    isOrdered: ordered,
    /** Whether the rows are in manual order. */
    isInOrder,
    /** Whether the list is complete within its groups, and the person may move rows. */
    canMove: isInOrder && !isPages && !isNarrowedWithin(query) && may(actor, 'item.order'),
    canCreate,
    createsNew,
    newHref: `${path}?new=`,
    missingPages,
    empty: t(`list.empty.${inArchive > 0 ? 'allArchived' : emptyKind(query, canCreate, request.itemSearch)}`, {
      days: TRASH_DAYS,
      count: inArchive,
    }),
    ...(query.place === 'trash' && { lead: t('list.trashLead', { days: TRASH_DAYS }) }),
    hasSomething,
    ...(isNarrowed(query) && { clearHref: itemsAddress(path, { ...emptyQuery, place: query.place }) }),
    ...(query.after !== '' && { firstHref: itemsAddress(path, q) }),
    ...(next !== undefined && { nextHref: itemsAddress(path, { ...query, after: next }) }),
  };
}

const emptyQuery: ItemsQuery = {
  q: '',
  place: 'shown',
  state: '',
  tag: '',
  author: '',
  group: '',
  work: false,
  sort: '',
  after: '',
};

/** The archived items of the type. */
function countArchived({ store, type, locale }: ManyRequest, actor: Actor): Promise<number> {
  const archive: ItemsQuery = { ...emptyQuery, place: 'archived' };
  return countItemCards(store, actor, toCardSearch(archive, { type: type.key, language: locale, ordered: false }));
}

function emptyKind(query: ItemsQuery, canCreate: boolean, search: Pick<ItemSearch, 'isComplete'>) {
  if (query.q !== '' && !search.isComplete()) return 'unfinishedSearch';
  if (isNarrowed(query)) return 'filtered';
  if (query.place !== 'shown') return query.place;
  return canCreate ? 'noneCreate' : 'none';
}

/** The authors offered by the filter: the person, then all authors of items here, and the selected one. */
function authorsOf(
  authors: ItemAuthor[],
  actor: Actor,
  { author }: ItemsQuery,
  { self, inLanguage }: { self: (name: string) => string; inLanguage: string },
): ItemAuthor[] {
  const own = actor.kind === 'person' ? [{ id: actor.id, name: self(actor.name) }] : [];
  const others = authors
    .filter(({ id }) => own.every((one) => one.id !== id))
    .sort((a, b) => a.name.localeCompare(b.name, inLanguage));
  const isKnown = author === '' || [...own, ...others].some(({ id }) => id === author);
  return [...own, ...others, ...(isKnown ? [] : [{ id: author, name: author }])];
}

export type ItemsData = Awaited<ReturnType<typeof readItems>>;
