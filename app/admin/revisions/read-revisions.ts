import type { LoaderFunctionArgs } from 'react-router';
import { may } from '#core/access/policy.ts';
import { itemCards } from '#core/content/collections.ts';
import type { SavedVersion } from '#core/content/item.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { listPublishingActions, listSavedVersions, type PublishingAction } from '#core/items/revisions.ts';
import { itemOfLink } from '#core/rich-text/link-target.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { formatRef, parseRef } from '../managed-item/history-entry.ts';
import {
  itemPaths,
  type ManagedItem,
  readItemBar,
  readManagedItem,
  readPublishingMessages,
} from '../managed-item/read-managed-item.ts';
import { compareSides, type SideDifferences } from './compare-sides.ts';
import { publicationName, readSide, savedVersionName } from './read-side.ts';
import { REVISIONS_NOTICES } from './revisions-answer.ts';

/** Entries per page. Source: Meki's own. */
const PAGE_SIZE = 20;

type HistoryEntry =
  | { kind: 'publication'; id: string; at: number; action: PublishingAction }
  | { kind: 'saved-version'; id: string; at: number; savedVersion: SavedVersion };

/** The publishing actions and saved versions of an item, newest first. */
interface History {
  entries: HistoryEntry[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** A row of the history. */
export interface HistoryRow {
  ref: string;
  name: string;
  /** Author and time, formatted. */
  by: string;
  canRestore: boolean;
}

/** Loads the history of an item and the comparison of two selected entries; 403 without the right to read drafts. */
export async function readRevisions(args: LoaderFunctionArgs) {
  const managed = await readManagedItem(args);
  const { request, actor, item, type, heading, t } = managed;
  const { locale, url } = request;
  const query = url.searchParams;
  const history = await readHistory(managed, query.get('after') ?? undefined);
  const canRestore = item.trashedAt === undefined && may(actor, 'item.restore');
  const rows = history.entries.map((entry) => rowOf(managed, entry, canRestore));
  const paths = itemPaths(request, item);
  const notice = REVISIONS_NOTICES.find((name) => name === query.get('notice'));
  const kept = parseRef(`saved-version:${query.get('kept') ?? ''}`);
  const authorId = item.authorId ?? '';
  const canSave =
    item.trashedAt === undefined &&
    Object.keys(item.languages).some((language) => may(actor, 'item.edit', { authorId, language }));
  return {
    messages: readPublishingMessages(locale, 'tabs', 'more', 'revisions'),
    title: t('revisions.title', { title: heading }),
    typeLabel: type.labels.singular[locale] ?? type.key,
    bar: readItemBar(request, actor, managed),
    paths,
    cardPath: itemCards.at(item.id).path,
    ...(item.trashedAt !== undefined && { trashed: t('trashed', { when: formatMoment(locale, item.trashedAt) }) }),
    ...(notice && { notice: t(`revisions.notices.${notice}`) }),
    ...(notice === 'restored' && kept && canRestore && { undo: formatRef(kept) }),
    canSave,
    canRestore,
    rows,
    from: chosenRow(rows, query.get('from')) ?? rows[0]?.ref ?? 'draft',
    to: chosenRow(rows, query.get('to')) ?? 'draft',
    ...(await readComparison(managed)),
    ...(query.has('after') && { firstHref: paths.revisions, after: query.get('after') ?? '' }),
    ...(history.next !== undefined && {
      nextHref: `${paths.revisions}?${new URLSearchParams({ after: history.next })}`,
    }),
  };
}

export type RevisionsData = Awaited<ReturnType<typeof readRevisions>>;

async function readComparison(managed: ManagedItem) {
  const { request, type, t } = managed;
  const [from, to] = ['from', 'to'].map((name) => parseRef(request.url.searchParams.get(name) ?? ''));
  if (!from || !to) return {};
  const [before, after] = await Promise.all([readSide(managed, from), readSide(managed, to)]);
  if (!before || !after) return { problem: t('revisions.problems.gone') };
  const differences = compareSides(before, after, { locale: request.locale, type, t });
  const linkTitles = await readLinkTitles(managed, differences);
  return { comparison: { before: before.name, after: after.name, ...differences, linkTitles } };
}

/** The row of an entry in an address, which may name a part of a publishing action. */
function chosenRow(rows: readonly HistoryRow[], entry: string | null): string | null {
  const asked = parseRef(entry ?? '');
  if (asked?.kind !== 'publication') return entry;
  const names = (row: string) => row.replace(/^revision:/, '').split(',');
  const wanted = names(formatRef(asked));
  const row = rows.find(({ ref }) => ref.startsWith('revision:') && wanted.every((one) => names(ref).includes(one)));
  return row?.ref ?? entry;
}

function rowOf({ request: { locale }, t }: ManagedItem, entry: HistoryEntry, canRestore: boolean): HistoryRow {
  const when = formatMoment(locale, entry.at);
  if (entry.kind === 'saved-version') {
    const { by } = entry.savedVersion;
    return {
      ref: formatRef({ kind: 'saved-version', id: entry.id }),
      name: savedVersionName(entry.savedVersion, t),
      by: t('revisions.by', { name: by.name, when }),
      canRestore,
    };
  }
  const { revisions } = entry.action;
  const by = revisions[0]?.by;
  return {
    ref: formatRef({ kind: 'publication', revisions }),
    name: publicationName(revisions, { locale, t }),
    by: by ? t('revisions.by', { name: by.name, when }) : when,
    canRestore,
  };
}

/** @param after cursor: the `next` of the previous page; a malformed one is ignored */
async function readHistory(
  { dependencies: { store, config }, actor, item }: Pick<ManagedItem, 'dependencies' | 'actor' | 'item'>,
  after: string | undefined,
): Promise<History> {
  const languages = config.locales.map(({ code }) => code);
  const [afterAction, afterSavedVersion] = (after ?? '').split('|');
  const search = (from: string | undefined) => ({ itemId: item.id, limit: PAGE_SIZE, ...(from && { after: from }) });
  const [actions, savedVersions] = await Promise.all([
    listPublishingActions(store, actor, { ...search(afterAction), languages }),
    listSavedVersions(store, actor, search(afterSavedVersion)),
  ]);
  const all = [
    ...actions.entries.map((action): HistoryEntry => ({ kind: 'publication', id: action.id, at: action.at, action })),
    ...savedVersions.entries.map(
      (savedVersion): HistoryEntry => ({
        kind: 'saved-version',
        id: savedVersion.id,
        at: savedVersion.at,
        savedVersion,
      }),
    ),
  ].toSorted((a, b) => b.at - a.at);
  const entries = all.slice(0, PAGE_SIZE);
  const hasMore = all.length > PAGE_SIZE || actions.next !== undefined || savedVersions.next !== undefined;
  if (!hasMore) return { entries };
  const cursorOf = (kind: HistoryEntry['kind'], before = '') => {
    const last = entries.findLast((entry) => entry.kind === kind);
    return last ? `${last.at}.${last.id}` : before;
  };
  return { entries, next: `${cursorOf('publication', afterAction)}|${cursorOf('saved-version', afterSavedVersion)}` };
}

/** Titles of items linked from changed words, by id, in the page's language if available. */
async function readLinkTitles(
  { request: { store, locale } }: Pick<ManagedItem, 'request'>,
  { shared, languages }: SideDifferences,
): Promise<{ [itemId: string]: string }> {
  const differences = [...shared, ...languages.flatMap((language) => language.differences ?? [])];
  const notes = differences.flatMap(({ words }) => words.flatMap((run) => run.notes ?? []));
  const hrefs = notes.flatMap((note) =>
    note.mark !== 'link' ? [] : note.state === 'changed' ? [note.before, note.after] : [note.href],
  );
  const ids = [...new Set(hrefs.flatMap((href) => itemOfLink(href) ?? []))];
  const documents = await getDocuments(
    store,
    ids.map((id) => itemCards.at(id)),
  );
  const titles = documents.map((document, index) => [ids[index], document ? titleIn(document.data, locale) : '']);
  return Object.fromEntries(titles.filter(([, title]) => title !== ''));
}

function titleIn({ languages, sourceLanguage }: ItemCard, locale: string): string {
  return languages[locale]?.title || languages[sourceLanguage]?.title || '';
}
