import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { revisions } from '../content/collections.ts';
import type { Revision } from '../content/publication.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import { type HistoryPage, type HistorySearch, listRevisions } from './revisions.ts';

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
