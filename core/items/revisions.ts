import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { contentPath } from '../content/collections.ts';
import type { Revision } from '../content/publication.ts';
import type { Version } from '../content/version.ts';
import type { Document, DocumentStore, Filter, Scalar } from '../documents/document-store.ts';
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
  return readPage<Revision>(store, { ...search, collection: 'revisions', where, sort: 'publishedAt' });
}

/** The saved versions of an item. @throws {Forbidden} if the actor may not read drafts. */
export async function listVersions(
  store: DocumentStore,
  actor: Actor,
  search: HistorySearch,
): Promise<HistoryPage<Version>> {
  requireMay(actor, 'draft.read');
  return readPage<Version>(store, { ...search, collection: 'versions', where: [], sort: 'at' });
}

/** @throws {Forbidden} if the actor may not read drafts. */
export async function readRevision(
  store: DocumentStore,
  actor: Actor,
  { itemId, language, revision }: { itemId: string; language: Locale; revision: number },
): Promise<Revision | undefined> {
  requireMay(actor, 'draft.read');
  const [document] = await store.batchGet([contentPath.revision(itemId, language, revision)]);
  return document?.data as Revision | undefined;
}

/** A version of the given item. @throws {Forbidden} if the actor may not read drafts. */
export async function readVersion(
  store: DocumentStore,
  actor: Actor,
  { itemId, id }: { itemId: string; id: string },
): Promise<Version | undefined> {
  requireMay(actor, 'draft.read');
  if (!/^[a-z0-9:-]{1,200}$/.test(id)) return undefined;
  const [document] = await store.batchGet([contentPath.version(id)]);
  const version = document?.data as Version | undefined;
  return version?.itemId === itemId ? version : undefined;
}

async function readPage<T>(
  store: DocumentStore,
  page: HistorySearch & { collection: string; where: Filter[]; sort: string },
): Promise<HistoryPage<T>> {
  const startAfter = parseCursor(page.after);
  const documents = (await store.runQuery({
    collection: page.collection,
    where: [{ field: 'itemId', op: '==', value: page.itemId }, ...page.where],
    orderBy: [{ field: page.sort, direction: 'desc' }],
    ...(startAfter && { startAfter }),
    limit: page.limit + 1,
  })) as unknown as Document<T>[];
  const entries = documents
    .slice(0, page.limit)
    .map(({ path, data }) => ({ ...data, id: path.slice(page.collection.length + 1) }));
  const last = entries.at(-1);
  if (documents.length <= page.limit || !last) return { entries };
  return { entries, next: `${(last as { [member: string]: unknown })[page.sort]}.${last.id}` };
}

/** Whether a text is a valid cursor. */
export function isHistoryCursor(cursor: string): boolean {
  return parseCursor(cursor) !== undefined;
}

function parseCursor(cursor: string | undefined): Scalar[] | undefined {
  const parts = /^(\d{1,15})\.([a-zA-Z0-9:-]{1,300})$/.exec(cursor ?? '');
  return parts ? [Number(parts[1]), parts[2] ?? ''] : undefined;
}
