import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { auditWrite, onRecord } from '../audit/audit-log.ts';
import { revisions } from '../content/collections.ts';
import type { Revision } from '../content/publication.ts';
import { defineCollection } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { Document, DocumentReader, DocumentStore } from '../documents/document-store.ts';
import { getDocument, queryDocuments, setDocument } from '../documents/typed-documents.ts';
import { checkFilesLater } from '../files/check-files-later.ts';
import { type CoveringOptions, coverItems } from '../item-cards/cover-items.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Days for which an owner may keep every revision. Source: Meki's own. */
export const HISTORY_DAYS = [90, 180, 365, 730, 1_825] as const;

const schema = z.strictObject({
  /** Days for which every revision is kept; afterwards, one a week. Missing: for good. */
  fullDays: z.literal(HISTORY_DAYS).exactOptional(),
});

type HistorySettings = z.infer<typeof schema>;

/** `history-settings/chosen`, the only document. Missing until an owner chooses. */
export const historySettings = defineCollection({
  name: 'history-settings',
  key: () => 'chosen',
  schema,
  indexes: [],
  policy: { read: 'private' },
});

export async function readHistorySettings(store: Pick<DocumentReader, 'batchGet'>): Promise<HistorySettings> {
  return (await getDocument(store, historySettings.at()))?.data ?? {};
}

/** Chooses for how long every revision is kept. @throws {Forbidden} */
export async function chooseHistory(
  { store, now = Date.now }: { store: DocumentStore; now?: () => number },
  actor: Actor,
  settings: HistorySettings,
): Promise<void> {
  requireMay(actor, 'settings.manage');
  await store.commit([
    setDocument(historySettings.at(), settings),
    auditWrite({ at: now(), actor: onRecord(actor), action: 'site.history-changed' }),
  ]);
}

const DAY = 24 * 3_600_000;

/** The last revisions of a language that always stay. Source: Meki's own. */
const ALWAYS_KEPT = 10;

/** Revisions per read and commit: each has a whole text. */
const BATCH = 50;

/** One that is damaged is passed over, as one that can be made anew, and stays. */
const readable = { ...revisions, isDerived: true };

interface ThinningOptions extends CoveringOptions {
  now?: (() => number) | undefined;
}

/** Number of a week since 1970; weeks begin on Monday, in UTC. */
function weekOf(at: number): number {
  return Math.floor((at / DAY + 3) / 7);
}

/**
 * Once a week, deletes the revisions that an owner does not want to keep: of each language of an item, those that are older than the
 * days chosen, except the last of each week and the last ten. Files that only these showed are judged by a job afterwards. Resumes
 * where it was interrupted; does nothing where everything is to be kept.
 * @param store is told of damaged revisions, which stay
 * @returns the number of revisions deleted
 */
export async function thinHistory(
  store: DocumentStore,
  config: Pick<SiteConfig, 'locales'>,
  options: ThinningOptions = {},
): Promise<number> {
  const { now = Date.now } = options;
  const { fullDays } = await readHistorySettings(store);
  if (fullDays === undefined) return 0;
  const before = now() - fullDays * DAY;
  return coverItems(store, jobs.at('history'), {
    ...options,
    purpose: `${weekOf(now())}:${fullDays}`,
    async each(id) {
      let deleted = 0;
      for (const { code } of config.locales) deleted += await thinLanguage({ store, now }, id, code, before);
      return deleted;
    },
  });
}

async function thinLanguage(
  dependencies: { store: DocumentStore; now: () => number },
  itemId: string,
  language: Locale,
  before: number,
): Promise<number> {
  const { store } = dependencies;
  const newestFirst = (old: boolean, limit: number, last?: Document<Revision>) =>
    queryDocuments(store, readable, {
      where: [
        { field: 'itemId', op: '==', value: itemId },
        { field: 'language', op: '==', value: language },
        ...(old ? [{ field: 'publishedAt', op: '<', value: before } as const] : []),
      ],
      orderBy: [{ field: 'publishedAt', direction: 'desc' }],
      limit,
      ...(last && { startAfter: [last.data.publishedAt, idOf(last)] }),
    });
  let found = await newestFirst(true, BATCH);
  // Most items have nothing so old.
  if (found.length === 0) return 0;
  const kept = new Set((await newestFirst(false, ALWAYS_KEPT)).map(({ path }) => path));
  let week: number | undefined;
  let deleted = 0;
  for (;;) {
    const gone: Document<Revision>[] = [];
    for (const document of found) {
      const own = weekOf(document.data.publishedAt);
      if (own === week && !kept.has(document.path)) gone.push(document);
      week = own;
    }
    await remove(dependencies, gone);
    deleted += gone.length;
    if (found.length < BATCH) return deleted;
    found = await newestFirst(true, BATCH, found.at(-1));
  }
}

/** The files first: a job finds those that nothing shows any longer, even if this process ends in between. */
async function remove(
  { store, now }: { store: DocumentStore; now: () => number },
  gone: readonly Document<Revision>[],
): Promise<void> {
  if (gone.length === 0) return;
  const files = new Set(gone.flatMap(({ data }) => data.media ?? []));
  await checkFilesLater({ store, now }, [...files]);
  await store.commit(gone.map(({ path }) => ({ kind: 'delete', path })));
}
