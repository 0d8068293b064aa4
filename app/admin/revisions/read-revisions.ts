import type { LoaderFunctionArgs } from 'react-router';
import { may } from '#core/access/policy.ts';
import { itemCards } from '#core/content/collections.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { itemPaths, type ManagedItem, readManagedItem } from '../managed-item/read-managed-item.ts';
import { readPublishingMessages } from '../managed-item/read-publishing-messages.ts';
import { compareSides } from './compare-sides.ts';
import { formatRef, parseRef } from './history-entry.ts';
import { publicationName } from './publication-name.ts';
import { type HistoryEntry, readHistory } from './read-history.ts';
import { readLinkTitles } from './read-link-titles.ts';
import { readSide } from './read-side.ts';
import { REVISIONS_NOTICES } from './revisions-answer.ts';

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
    messages: readPublishingMessages(locale, 'tabs', 'revisions'),
    title: t('revisions.title', { title: heading }),
    typeLabel: type.labels.singular[locale] ?? type.key,
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
    const { kind, name, by } = entry.savedVersion;
    return {
      ref: formatRef({ kind: 'saved-version', id: entry.id }),
      name: kind === 'named' ? t('revisions.named', { name }) : t('revisions.beforeRestore'),
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
