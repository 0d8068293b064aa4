import { z } from 'zod';
import { dayIn } from '../clock/zoned-time.ts';
import { importedAddresses, listingCounts, publicationCards, publications } from '../content/collections.ts';
import type { FieldValues } from '../content/item.ts';
import { fieldsOf, ownValues } from '../content/own-contents.ts';
import { comparePlaces } from '../content/page-tree.ts';
import type { ListingCount, Publication, PublicationCard } from '../content/publication.ts';
import { facetOf, filterOf, type ListingFilter, type ListingRules } from '../content-types/content-type.ts';
import { compareInOrder } from '../content-types/manual-order.ts';
import type { DocumentRef } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { Document, DocumentPath, DocumentReader, Filter } from '../documents/document-store.ts';
import {
  fitOrPass,
  getDocument,
  getDocuments,
  type Look,
  queryDocuments,
  readDocuments,
} from '../documents/typed-documents.ts';
import { readShownFiles } from '../files/read-files.ts';
import { altIn, type SiteFile, uploadFor } from '../files/site-file.ts';
import { readSiteIcons } from '../icons/site-icons.ts';
import type { Locale } from '../locales/locale.ts';
import { isPicture, type PictureFile } from '../media/media.ts';
import { readSetting } from '../settings/settings.ts';
import { itemPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { siteDay } from '../site/site-day.ts';
import { plainPath, plainPathProblem } from '../site/site-paths.ts';
import { topicType } from '../site/topic-type.ts';
import { formerTypeAt } from '../site/type-segments.ts';
import type { ListingPage, PublishedContent, ShownMedia } from './published-content.ts';
import { resolveAddress } from './resolve-address.ts';

/** What orders the pages below one: a page does not depend on the titles of those that it does not show. */
const place = { itemId: z.string(), places: z.array(z.number()) };
const placesOfPages = { ...publicationCards, schema: z.object(place) };

/** Cards per read of `everyCard`, and how many of them it validates and passes on at a time. */
const BATCH = 250;
const PART = 25;

export function createPublishedContent({
  store,
  config,
}: {
  store: DocumentReader;
  config: SiteConfig;
}): PublishedContent {
  const locales = config.locales.map(({ code }) => code);

  async function count(locale: Locale, type: string): Promise<ListingCount> {
    return (await getDocument(store, listingCounts.at(locale, type)))?.data ?? { total: 0, tags: {} };
  }

  async function cards(locale: Locale, itemIds: string[]): Promise<PublicationCard[]> {
    const documents = await getDocuments(
      store,
      itemIds.map((id) => publicationCards.at(locale, id)),
    );
    return documents.flatMap((document) => document?.data ?? []);
  }

  return {
    resolve: (locale, type, slug) =>
      resolveAddress((refs) => readDocuments(store, refs), config, { locale, type, slug }),

    followImported: (pathname) => followImportedAddress((refs) => readDocuments(store, refs), config, pathname),

    formerType: (locale, segment) => formerTypeAt(store, config, locale, segment),

    async list(locale, type, { page, pageSize, filter }) {
      const asked = { locale, type, filter, offset: (page - 1) * pageSize, limit: pageSize };
      const listing = config.contentTypes.find(({ key }) => key === type)?.listing;
      const [cards, { total, tags, facets = {} }] = await Promise.all([
        listing ? listBySortKey(store, config, listing, asked) : listByAge(store, asked),
        count(locale, type),
      ]);
      if (!filter) return { cards, total };
      const [counts, name] = filter.name === 'tag' ? [tags, filter.value] : [facets, facetOf(filter)];
      return { cards, total: Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0 };
    },

    below: (locale, itemId) => placesBelow(store, locale, itemId),

    newest: (locale, type, limit) => listByAge(store, { locale, type, offset: 0, limit }),

    tagged: (locale, tag, options) => listTagged(store, locale, tag, options),

    async topics(locale, tags) {
      const type = topicType(config)?.key;
      const found = type === undefined ? [] : await cards(locale, [...new Set(tags)]);
      return new Map(found.filter((card) => card.type === type).map((card) => [card.itemId, card]));
    },

    async filters(locale, type) {
      const { facets = {} } = await count(locale, type);
      return Object.keys(facets)
        .filter((facet) => (facets[facet] ?? 0) > 0)
        .map(filterOf);
    },

    async tagCounts(locale, type) {
      const { tags } = await count(locale, type);
      return Object.fromEntries(Object.entries(tags).filter(([, number]) => number > 0));
    },

    setting: (id) => readSetting(store, config, id),

    icons: () => readSiteIcons(store),

    until(moment) {
      if (moment !== Number.POSITIVE_INFINITY) store.until?.(moment);
    },

    siteValues: (locale, type) => readSiteValues(store, config, locale, type),

    related: (locale, publication, limit) => relatedCards(store, locale, publication, limit),

    all: (locale, type) => everyPublication(store, locale, type),

    cards,

    everyCard: (locale) => everyCard(store, locale),

    async media(ids, language) {
      const found = await readShownFiles(store, ids, language);
      return new Map(
        [...found].flatMap(([id, { media, file }]) =>
          isPicture(media) ? [[id, shownPicture(media, file, language)]] : [],
        ),
      );
    },

    files: (ids, language) => readShownFiles(store, ids, language),

    alternates: (itemId) => slugsOf(store, locales, itemId),
  };
}

/** The places of the pages directly below one, in order. */
async function placesBelow(store: DocumentReader, locale: Locale, itemId: string): Promise<{ itemId: string }[]> {
  const documents = await store.runQuery({
    collection: publicationCards.name,
    where: [
      { field: 'language', op: '==', value: locale },
      { field: 'parent', op: '==', value: itemId },
    ],
    select: Object.keys(place),
  });
  return documents.flatMap((document) => fitOrPass(store, placesOfPages, document)?.data ?? []).sort(comparePlaces);
}

/** The items of all types that have a tag, newest first. */
async function listTagged(
  store: DocumentReader,
  locale: Locale,
  tag: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListingPage> {
  const where: Filter[] = [
    { field: 'language', op: '==', value: locale },
    { field: 'tags', op: 'array-contains', value: tag },
  ];
  const orderBy = [{ field: 'firstPublishedAt', direction: 'desc' as const }];
  const [found, [total]] = await Promise.all([
    queryDocuments(store, publicationCards, { where, orderBy, offset: (page - 1) * pageSize, limit: pageSize }),
    // In the same order, whose index serves both.
    store.runAggregation({ collection: publicationCards.name, where, orderBy }, [{ kind: 'count' }]),
  ]);
  return { cards: found.map(({ data }) => data), total: total ?? 0 };
}

/** The values of a site type in a language, or those that all languages share. */
async function readSiteValues(
  store: DocumentReader,
  { locales, contentTypes }: SiteConfig,
  locale: Locale,
  type: string,
): Promise<FieldValues> {
  const own = (await getDocument(store, publications.at(locale, type, type)))?.data.fields;
  if (own) return own;
  const others = locales.filter(({ code }) => code !== locale).map(({ code }) => publications.at(code, type, type));
  const found = (await getDocuments(store, others)).find((document) => document !== undefined);
  const definition = contentTypes.find(({ key }) => key === type);
  return found && definition ? ownValues(fieldsOf(definition, type, false), found.data.fields) : {};
}

/** The items of a type with their contents, in manual order. */
async function everyPublication(store: DocumentReader, locale: Locale, type: string): Promise<Publication[]> {
  const found = await queryDocuments(store, publicationCards, {
    where: [
      { field: 'language', op: '==', value: locale },
      { field: 'type', op: '==', value: type },
    ],
    orderBy: [{ field: 'firstPublishedAt', direction: 'desc' }],
  });
  const documents = await getDocuments(
    store,
    found.map(({ data: { contentLanguage, slug } }) => publications.at(contentLanguage, type, slug)),
  );
  return documents.flatMap((document) => document?.data ?? []).sort(compareInOrder);
}

/** The languages in which an item is published, with the slug of each. */
async function slugsOf(
  store: DocumentReader,
  locales: readonly Locale[],
  itemId: string,
): Promise<{ [locale: Locale]: string }> {
  const cards = await getDocuments(
    store,
    locales.map((locale) => publicationCards.at(locale, itemId)),
  );
  return Object.fromEntries(
    cards.flatMap((document) => {
      const card = document?.data;
      return card && card.contentLanguage === card.language ? [[card.language, card.slug]] : [];
    }),
  );
}

function shownPicture(picture: PictureFile, file: SiteFile | undefined, language: Locale): ShownMedia {
  const { caption, credit } = file?.languages[language] ?? {};
  const alt = file && altIn(file, language);
  const focus = file && uploadFor(file, language).focus;
  return {
    ...picture,
    ...(alt !== undefined && { alt }),
    ...(caption !== undefined && { caption }),
    ...(credit !== undefined && { credit }),
    ...(focus && { focus }),
  };
}

async function* everyCard(store: DocumentReader, locale: Locale): AsyncGenerator<PublicationCard[]> {
  let startAfter: string[] | undefined;
  while (true) {
    const documents = await store.runQuery({
      collection: publicationCards.name,
      where: [{ field: 'language', op: '==', value: locale }],
      orderBy: [{ field: 'itemId', direction: 'asc' }],
      ...(startAfter && { startAfter }),
      limit: BATCH,
    });
    for (let from = 0; from < documents.length; from += PART) {
      const part = documents
        .slice(from, from + PART)
        .flatMap((document) => fitOrPass(store, publicationCards, document)?.data ?? []);
      yield part;
    }
    const last = documents.at(-1);
    if (!last || documents.length < BATCH) return;
    const id = idOf(last);
    startAfter = [id.slice(locale.length + 1), id];
  }
}

/**
 * The path of the page that an address of another site leads to; `undefined` if none does, or the page is not public.
 * @param pathname as in the URL
 */
async function followImportedAddress(
  read: (refs: readonly DocumentRef[]) => Promise<Look>,
  config: SiteConfig,
  pathname: string,
): Promise<string | undefined> {
  const path = plainPath(pathname);
  if (plainPathProblem(path)) return undefined;
  const ref = importedAddresses.at(path);
  const found = (await read([ref]))(ref);
  if (!found) return undefined;
  const at = publicationCards.at(found.language, found.itemId);
  const card = (await read([at]))(at);
  if (!card || !config.contentTypes.some(({ key }) => key === card.type)) return undefined;
  const target = itemPath(config, found.language, card);
  return target === pathname ? undefined : target;
}

/** Publication cards considered per tag: the newest. The result is exact for tags with no more cards than this. */
const CARDS_PER_TAG = 40;

/** Tags considered: the first ones of a publication. */
const TAGS = 8;

/** What ranks a card. Of candidates, up to 328, only this is read: a page does not depend on the titles of those it does not show. */
const rank = { itemId: z.string(), tags: z.array(z.string()), firstPublishedAt: z.number() };
const ranks = { ...publicationCards, schema: z.object(rank) };

/** The items of a publication's type that share the most tags, then newest first; without the item itself. */
async function relatedCards(
  store: DocumentReader,
  locale: Locale,
  publication: Publication,
  limit: number,
): Promise<PublicationCard[]> {
  const newest = (tag: string | undefined, count: number) => {
    const where: Filter[] = [
      { field: 'language', op: '==', value: locale },
      { field: 'type', op: '==', value: publication.type },
    ];
    if (tag !== undefined) where.push({ field: 'tags', op: 'array-contains', value: tag });
    const orderBy = [{ field: 'firstPublishedAt', direction: 'desc' as const }];
    const select = Object.keys(rank);
    return store.runQuery({ collection: publicationCards.name, where, orderBy, limit: count, select });
  };
  const own = publicationCards.at(locale, publication.itemId).path;
  const candidates = new Map<DocumentPath, Document>();
  const add = (found: Document[]) => {
    for (const document of found) if (document.path !== own) candidates.set(document.path, document);
  };
  const tagged = publication.tags.slice(0, TAGS).map((tag) => newest(tag, CARDS_PER_TAG));
  for (const found of await Promise.all(tagged)) add(found);
  // An item that shares no tag ranks last. Not reading those keeps the page as it is when such an item is published.
  if (candidates.size < limit) add(await newest(undefined, limit + 1));
  const ranked = [...candidates.values()]
    .flatMap((document) => {
      const card = fitOrPass(store, ranks, document)?.data;
      if (!card) return [];
      const { itemId, tags, firstPublishedAt } = card;
      return { itemId, firstPublishedAt, shared: tags.filter((tag) => publication.tags.includes(tag)).length };
    })
    .sort((a, b) => b.shared - a.shared || b.firstPublishedAt - a.firstPublishedAt || (a.itemId < b.itemId ? 1 : -1));
  const shown = ranked.slice(0, limit).map(({ itemId }) => publicationCards.at(locale, itemId));
  return (await getDocuments(store, shown)).flatMap((card) => card?.data ?? []);
}

interface Asked {
  locale: Locale;
  type: string;
  filter?: ListingFilter | undefined;
  offset: number;
  limit: number;
}

/** The cards of a listing without rules of its own: newest first, filtered by tag. */
function listByAge(store: DocumentReader, asked: Asked): Promise<PublicationCard[]> {
  const tagged = asked.filter && [{ field: 'tags', op: 'array-contains', value: asked.filter.value } as const];
  return read(store, asked, tagged ?? [], { field: 'firstPublishedAt', direction: 'desc' });
}

/** The cards of a listing with rules of its own. */
export async function listBySortKey(
  store: DocumentReader,
  { timeZone }: { timeZone: string },
  { order = 'ascending' }: ListingRules,
  asked: Asked,
): Promise<PublicationCard[]> {
  const filter: Filter[] = asked.filter
    ? [{ field: 'facets', op: 'array-contains', value: facetOf(asked.filter) }]
    : [];
  if (order !== 'upcoming') {
    return read(store, asked, filter, { field: 'sortKey', direction: order === 'ascending' ? 'asc' : 'desc' });
  }
  // Read as a document, so that the page is rendered again on the next day.
  const day = (await getDocument(store, siteDay.at()))?.data.day ?? dayIn(timeZone, Date.now());
  const ahead: Filter[] = [...filter, { field: 'sortKey', op: '>=', value: day }];
  const upcoming = await read(store, asked, ahead, { field: 'sortKey', direction: 'asc' });
  if (upcoming.length === asked.limit) return upcoming;
  const where = [...inListing(asked), ...ahead];
  const [count] = await store.runAggregation({ collection: publicationCards.name, where }, [{ kind: 'count' }]);
  const past = {
    ...asked,
    offset: Math.max(0, asked.offset - Number(count)),
    limit: asked.limit - upcoming.length,
  };
  const behind: Filter[] = [...filter, { field: 'sortKey', op: '<', value: day }];
  return [...upcoming, ...(await read(store, past, behind, { field: 'sortKey', direction: 'desc' }))];
}

function inListing({ locale, type }: Asked): Filter[] {
  return [
    { field: 'language', op: '==', value: locale },
    { field: 'type', op: '==', value: type },
  ];
}

async function read(
  store: DocumentReader,
  asked: Asked,
  filter: Filter[],
  order: { field: string; direction: 'asc' | 'desc' },
): Promise<PublicationCard[]> {
  const documents = await queryDocuments(store, publicationCards, {
    where: [...inListing(asked), ...filter],
    orderBy: [order],
    offset: asked.offset,
    limit: asked.limit,
  });
  return documents.map(({ data }) => data);
}
