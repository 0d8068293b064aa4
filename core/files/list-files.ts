import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import type { DocumentStore, Order, Query } from '../documents/document-store.ts';
import { getDocument, getDocuments, queryDocuments } from '../documents/typed-documents.ts';
import { fieldOf, parseCursor } from '../item-cards/list-item-cards.ts';
import type { Locale } from '../locales/locale.ts';
import type { FileKind } from '../media/media-file.ts';
import { type FileCard, fileCards, fileFacet } from './file-card.ts';
import { fileCounts } from './site-file.ts';

export const FILE_SORTS = ['uploaded', 'name', 'size'] as const;

export type FileSort = (typeof FILE_SORTS)[number];

/** What a list of files has; every filter that is given must fit. */
export interface FileSearch {
  place: FileCard['place'];
  /** Words in names, titles, alternative texts, captions, credits and tags, in any language. */
  words?: string | undefined;
  kind?: FileKind | undefined;
  isUsed?: boolean | undefined;
  /** The language whose alternative text is missing, or whose texts are missing or out of date. */
  lacksAlt?: Locale | undefined;
  missing?: Locale | undefined;
  stale?: Locale | undefined;
  uploaderId?: string | undefined;
  /** Megabytes, one of `LARGER_THAN`. */
  largerThan?: number | undefined;
  tag?: string | undefined;
  /** Newest, in the order of titles, largest. With words: best first. */
  sort: FileSort;
  /** The language of titles. */
  language: Locale;
  /** Cursor: the `next` of the previous page; a malformed one is ignored. */
  after?: string | undefined;
  limit: number;
}

export interface FilePage {
  cards: FileCard[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** Finds the ids of files by words, best first; a greater limit gives the same ids and more. */
export type FindFiles = (words: string, limit: number) => Promise<string[]>;

/** Cards per read where they are filtered after they were read. Source: Meki's own. */
const BATCH = 100;

/** Factor by which the search limit grows when filters leave too few results. */
const GROWTH = 4;

/** Maximum people listed. Source: Meki's own. */
const MOST_PEOPLE = 200;

/**
 * A page of the library. One filter leads to the cards by its index; further ones are applied to what it finds.
 * @throws {Forbidden} if the actor may not read files
 */
export async function listFiles(
  { store, findFiles }: { store: DocumentStore; findFiles: FindFiles },
  actor: Actor,
  search: FileSearch,
): Promise<FilePage> {
  requireMay(actor, 'media.read');
  const { words = '', limit } = search;
  if (words !== '') return findByWords(store, findFiles, words, search);
  const [first, ...rest] = facetsOf(search);
  const query = queryOf(search, first);
  const field = query.orderBy[0]?.field ?? '';
  let startAfter = parseCursor(search.after, 2);
  const cards: FileCard[] = [];
  const size = rest.length > 0 ? BATCH : limit + 1;
  for (;;) {
    const found = await queryDocuments(store, fileCards, { ...query, ...(startAfter && { startAfter }), limit: size });
    for (const { data } of found) {
      if (!rest.every((facet) => data.facets.includes(facet))) continue;
      const last = cards.at(-1);
      if (cards.length === limit && last) return { cards, next: JSON.stringify([fieldOf(last, field), last.id]) };
      cards.push(data);
    }
    const end = found.at(-1)?.data;
    if (!end || found.length < size) return { cards };
    startAfter = [fieldOf(end, field), end.id];
  }
}

/** Number of files in a list; `undefined` where that takes reading them. @throws {Forbidden} */
export async function countFiles(
  store: DocumentStore,
  actor: Actor,
  search: Omit<FileSearch, 'after' | 'limit'>,
): Promise<number | undefined> {
  requireMay(actor, 'media.read');
  const [first, ...rest] = facetsOf(search);
  if (rest.length > 0 || search.words) return undefined;
  const [total] = await store.runAggregation(queryOf(search, first), [{ kind: 'count' }]);
  return total ?? 0;
}

/** The tags of the files in the library, in order. @throws {Forbidden} */
export async function listFileTags(store: DocumentStore, actor: Actor): Promise<string[]> {
  requireMay(actor, 'media.read');
  const { tags = {} } = (await getDocument(store, fileCounts.at('library')))?.data ?? {};
  return Object.keys(tags)
    .filter((tag) => (tags[tag] ?? 0) > 0)
    .sort();
}

/** Who uploaded files of a place, each once, ordered by id. @throws {Forbidden} */
export async function listUploaders(
  store: DocumentStore,
  actor: Actor,
  place: FileCard['place'],
): Promise<{ id: string; name: string }[]> {
  requireMay(actor, 'media.read');
  const people: { id: string; name: string }[] = [];
  // Skips from person to person in the index: one query per person, not per file.
  for (let last = ''; people.length < MOST_PEOPLE; ) {
    const [card] = await queryDocuments(store, fileCards, {
      where: [
        { field: 'place', op: '==', value: place },
        { field: 'uploaderId', op: '>', value: last },
      ],
      orderBy: [
        { field: 'uploaderId', direction: 'asc' },
        { field: 'uploadedAt', direction: 'desc' },
      ],
      limit: 1,
    });
    const by = card?.data.uploadedBy;
    if (!by) break;
    last = by.id;
    people.push(by);
  }
  return people;
}

/** What is read of a search by words stays in its order, and so does its cursor, a number of ids. */
async function findByWords(
  store: DocumentStore,
  findFiles: FindFiles,
  words: string,
  search: FileSearch,
): Promise<FilePage> {
  const facets = facetsOf(search);
  const cards: FileCard[] = [];
  let place = Number(/^\d{1,9}$/.exec(search.after ?? '')?.[0] ?? 0);
  let wanted = place + BATCH;
  let ids = await findFiles(words, wanted);
  while (place < ids.length) {
    const batch = ids.slice(place, place + BATCH);
    const documents = await getDocuments(
      store,
      batch.map((id) => fileCards.at(id)),
    );
    for (const document of documents) {
      if (cards.length === search.limit) return { cards, next: String(place) };
      const card = document?.data;
      if (card?.place === search.place && facets.every((facet) => card.facets.includes(facet))) cards.push(card);
      place++;
    }
    if (place < ids.length || ids.length < wanted) continue;
    wanted *= GROWTH;
    ids = await findFiles(words, wanted);
  }
  return { cards };
}

/** The index keys of the filters, those that usually fit the fewest files first. */
function facetsOf({
  kind,
  tag,
  stale,
  missing,
  lacksAlt,
  uploaderId,
  largerThan,
  isUsed,
}: Partial<FileSearch>): string[] {
  return [
    tag === undefined ? [] : fileFacet.tag(tag),
    stale === undefined ? [] : fileFacet.stale(stale),
    missing === undefined ? [] : fileFacet.missing(missing),
    lacksAlt === undefined ? [] : fileFacet.lacksAlt(lacksAlt),
    uploaderId === undefined ? [] : fileFacet.by(uploaderId),
    largerThan === undefined ? [] : fileFacet.larger(largerThan),
    kind === undefined ? [] : fileFacet.kind(kind),
    isUsed === undefined ? [] : fileFacet.used(isUsed),
  ].flat();
}

function queryOf(
  { place, sort, language }: Pick<FileSearch, 'place' | 'sort' | 'language'>,
  facet: string | undefined,
): Query & { orderBy: Order[] } {
  const order: { [sort in FileSort]: Order } = {
    uploaded: { field: 'uploadedAt', direction: 'desc' },
    name: { field: `names.${language}`, direction: 'asc' },
    size: { field: 'bytes', direction: 'desc' },
  };
  return {
    collection: fileCards.name,
    where: [
      { field: 'place', op: '==', value: place },
      ...(facet === undefined ? [] : [{ field: 'facets', op: 'array-contains' as const, value: facet }]),
    ],
    orderBy: [order[sort]],
  };
}
