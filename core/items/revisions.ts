import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { revisions, savedVersions } from '../content/collections.ts';
import type { Revision } from '../content/publication.ts';
import type { SavedVersion } from '../content/saved-version.ts';
import type { Collection } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore, Filter, Scalar } from '../documents/document-store.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

export interface HistoryPage<T> {
  /** Newest first. */
  entries: (T & { id: string })[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** A page of an item's history. */
export interface HistorySearch {
  itemId: string;
  /** Cursor: the `next` of the previous page; a malformed one is ignored. */
  after?: string;
  limit: number;
}

/** The revisions of an item, in one language or in all. @throws {Forbidden} if the actor may not read drafts. */
export async function listRevisions(
  store: DocumentStore,
  actor: Actor,
  { language, ...search }: HistorySearch & { language?: Locale },
): Promise<HistoryPage<Revision>> {
  requireMay(actor, 'draft.read');
  const where: Filter[] = language === undefined ? [] : [{ field: 'language', op: '==', value: language }];
  return readPage(store, revisions, { ...search, where, sort: 'publishedAt' });
}

/** The saved versions of an item. @throws {Forbidden} if the actor may not read drafts. */
export async function listSavedVersions(
  store: DocumentStore,
  actor: Actor,
  search: HistorySearch,
): Promise<HistoryPage<SavedVersion>> {
  requireMay(actor, 'draft.read');
  return readPage(store, savedVersions, { ...search, where: [], sort: 'at' });
}

/** @throws {Forbidden} if the actor may not read drafts. */
export async function readRevision(
  store: DocumentStore,
  actor: Actor,
  { itemId, language, revision }: { itemId: string; language: Locale; revision: number },
): Promise<Revision | undefined> {
  requireMay(actor, 'draft.read');
  return (await getDocument(store, revisions.at(itemId, language, revision)))?.data;
}

/** A saved version of the given item. @throws {Forbidden} if the actor may not read drafts. */
export async function readSavedVersion(
  store: DocumentStore,
  actor: Actor,
  { itemId, id }: { itemId: string; id: string },
): Promise<SavedVersion | undefined> {
  requireMay(actor, 'draft.read');
  if (!/^[a-z0-9:-]{1,200}$/.test(id)) return undefined;
  const savedVersion = (await getDocument(store, savedVersions.at(id)))?.data;
  return savedVersion?.itemId === itemId ? savedVersion : undefined;
}

async function readPage<T>(
  store: DocumentStore,
  collection: Collection<T>,
  page: HistorySearch & { where: Filter[]; sort: keyof T & string },
): Promise<HistoryPage<T>> {
  const startAfter = parseCursor(page.after);
  const documents = await queryDocuments(store, collection, {
    where: [{ field: 'itemId', op: '==', value: page.itemId }, ...page.where],
    orderBy: [{ field: page.sort, direction: 'desc' }],
    ...(startAfter && { startAfter }),
    limit: page.limit + 1,
  });
  const entries = documents.slice(0, page.limit).map((document) => ({ ...document.data, id: idOf(document) }));
  const last = entries.at(-1);
  if (documents.length <= page.limit || !last) return { entries };
  return { entries, next: `${last[page.sort]}.${last.id}` };
}

/** Whether a text is a valid cursor. */
export function isHistoryCursor(cursor: string): boolean {
  return parseCursor(cursor) !== undefined;
}

function parseCursor(cursor: string | undefined): Scalar[] | undefined {
  const parts = /^(\d{1,15})\.([a-zA-Z0-9:-]{1,300})$/.exec(cursor ?? '');
  return parts ? [Number(parts[1]), parts[2] ?? ''] : undefined;
}
