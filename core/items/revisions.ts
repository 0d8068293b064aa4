import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { revisions, savedVersions } from '../content/collections.ts';
import type { SavedVersion } from '../content/item.ts';
import type { Revision } from '../content/publication.ts';
import type { Collection } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore, Filter, Scalar } from '../documents/document-store.ts';
import { getDocument, getDocuments, queryDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

interface HistoryPage<T> {
  /** Newest first. */
  entries: (T & { id: string })[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** A page of an item's history. */
interface HistorySearch {
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

/** Identifies a revision of an item. */
export interface RevisionRef {
  language: Locale;
  revision: number;
}

/** The revisions that one action published: one per language whose publication changed. */
export interface PublishingAction {
  /** Milliseconds since 1970. */
  at: number;
  /** At least one, in the site's order of languages. */
  revisions: Revision[];
}

/**
 * The publishing history of an item, grouped by action.
 * @param languages of the site
 * @throws {Forbidden} if the actor may not read drafts
 */
export async function listPublishingActions(
  store: DocumentStore,
  actor: Actor,
  { limit, languages, ...search }: HistorySearch & { languages: readonly Locale[] },
): Promise<HistoryPage<PublishingAction>> {
  // One more than a full page, so that no listed action is missing a language.
  const page = await listRevisions(store, actor, { ...search, limit: limit * languages.length + 1 });
  const groups: (typeof page.entries)[] = [];
  for (const revision of page.entries) {
    const group = groups.at(-1);
    if (group && areOneAction([...group, revision])) group.push(revision);
    else groups.push([revision]);
  }
  const rank = ({ language }: Revision) => languages.indexOf(language);
  const entries = groups.slice(0, limit).map((group) => ({
    id: group.at(-1)?.id ?? '',
    at: group[0]?.publishedAt ?? 0,
    revisions: group.map(({ id: _, ...revision }) => revision).toSorted((a, b) => rank(a) - rank(b)),
  }));
  const last = entries.at(-1);
  const hasMore = groups.length > limit || page.next !== undefined;
  return { entries, ...(hasMore && last && { next: `${last.at}.${last.id}` }) };
}

/**
 * The revisions of an item made by one action, in the order of `refs`.
 * @returns `undefined` if one does not exist or belongs to another action
 * @throws {Forbidden} if the actor may not read drafts
 */
export async function readPublishingAction(
  store: DocumentStore,
  actor: Actor,
  { itemId, refs }: { itemId: string; refs: readonly RevisionRef[] },
): Promise<Revision[] | undefined> {
  const found = await readRevisions(store, actor, { itemId, refs });
  return found && areOneAction(found) ? found : undefined;
}

/**
 * Revisions of an item, in the order of `refs`.
 * @returns `undefined` if one does not exist
 * @throws {Forbidden} if the actor may not read drafts
 */
export async function readRevisions(
  store: DocumentStore,
  actor: Actor,
  { itemId, refs }: { itemId: string; refs: readonly RevisionRef[] },
): Promise<Revision[] | undefined> {
  requireMay(actor, 'draft.read');
  const documents = await getDocuments(
    store,
    refs.map(({ language, revision }) => revisions.at(itemId, language, revision)),
  );
  const found = documents.flatMap((document) => document?.data ?? []);
  return found.length === refs.length ? found : undefined;
}

function areOneAction(group: readonly Revision[]): boolean {
  const [first] = group;
  if (!first || new Set(group.map(({ language }) => language)).size < group.length) return false;
  return group.every(({ actionId, publishedAt }) => actionId === first.actionId && publishedAt === first.publishedAt);
}
