import { readTree } from '../addresses/page-places.ts';
import { type AuditEntry, auditWrite } from '../audit/audit-log.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { viewTree } from '../content/page-tree.ts';
import { MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { sameContents } from '../documents/compare-values.ts';
import { MAX_COMMIT_BYTES, MAX_WRITES_PER_COMMIT } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { type KnownDocument, UnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { ItemDependencies } from './change-item.ts';
import type { PublishFailure, PublishSuccess } from './publish-outcome.ts';
import { type PublicationChange, stagePublications } from './stage-publications.ts';

/**
 * Maximum writes for one language of an item: the publication, the one it leaves, two addresses, publication card, revision,
 * count, the saved version of its review.
 */
const WRITES_PER_LANGUAGE = 8;

/** Writes per item: the item, its item card, its audit entry. */
const WRITES_PER_ITEM = 3;

/** Maximum writes for publishing one item in all languages of a site. `MOST_LOCALES` keeps them below what a commit holds. */
function mostWritesOfItem({ locales }: Pick<SiteConfig, 'locales'>): number {
  return locales.length * WRITES_PER_LANGUAGE + WRITES_PER_ITEM;
}

/** Maximum bytes of what publishing one item sets: the item, its publications and their revisions. */
const MOST_BYTES_OF_ITEM = 3 * MAX_ITEM_BYTES + 500_000;

/** Maximum bytes that may be set in one commit; the rest is for what is derived at its end, such as cards. */
const MOST_STAGED_BYTES = MAX_COMMIT_BYTES - 1_000_000;

/** An item whose publications are to change. */
export interface PublicationCommit {
  /** Reads the item, and decides what changes or what prevents it. Runs again after a conflict. */
  decide(unit: UnitOfWork, at: number): Promise<{ ok: true; item: Item; change: PublicationChange } | PublishFailure>;
  /** Stages what belongs to the item, once it is staged. Reads in `decide`. @returns whether something changes */
  stageMore?: (unit: UnitOfWork) => boolean | Promise<boolean>;
  /** Whether the contents are replaced: an item that differs from the stored one counts as edited now. */
  replacesContents?: boolean;
}

/** `isSame`: whether nothing has changed, neither the item nor its publications. */
export type CommittedItem = PublishSuccess & { isSame: boolean };

/**
 * Changes publications of items in one commit, without those that are refused: each is judged by itself, after the earlier ones.
 * Reads, decides and stages again if a conflicting commit came first. Each page that becomes public is rendered once before.
 * People, programs, schedules and imports all publish through this function.
 * @param record the audit entries of what changes
 * @param known documents that were read already
 * @returns the outcomes of the first items: as many as surely fit into one commit, at least one
 * @throws {PreconditionFailed} after too many conflicts, unless `giveUp` gives an answer
 */
export async function commitPublications(
  { store, config, tryPage, now = Date.now }: Pick<ItemDependencies, 'store' | 'config' | 'tryPage' | 'now'>,
  commits: readonly PublicationCommit[],
  {
    record,
    known = [],
    giveUp,
    moreWrites = 0,
  }: {
    record: (items: readonly CommittedItem[], at: number) => AuditEntry[];
    known?: readonly KnownDocument[];
    giveUp?: () => PublishFailure[];
    /** Maximum writes of `stageMore` of an item. */
    moreWrites?: number;
  },
): Promise<(CommittedItem | PublishFailure)[]> {
  const full = MAX_WRITES_PER_COMMIT - mostWritesOfItem(config) - moreWrites - 1;
  const fullBytes = MOST_STAGED_BYTES - MOST_BYTES_OF_ITEM;
  let unread = known;
  return retryOnConflict<(CommittedItem | PublishFailure)[]>(
    async () => {
      const unit = new UnitOfWork(store, unread);
      unread = [];
      const at = now();
      const outcomes: (CommittedItem | PublishFailure)[] = [];
      for (const commit of commits) {
        if (outcomes.length > 0 && (unit.size() > full || unit.bytes() > fullBytes)) break;
        const size = unit.size();
        const outcome = await unit.attempt(
          () => stageCommit(unit, { config, tryPage }, commit, at, outcomes.length > 0 ? full : Infinity),
          // A publication that is as it should be may still restore a missing card.
          (tried) => tried !== 'no-room' && tried.ok && (!tried.isSame || unit.size() !== size),
        );
        if (outcome === 'no-room') break;
        outcomes.push(outcome);
      }
      const changed = outcomes.flatMap((outcome) => (outcome.ok && !outcome.isSame ? outcome : []));
      for (const entry of record(changed, at)) unit.append(auditWrite(entry));
      await unit.commit();
      for (const each of changed) each.version = unit.versionOf(items.at(each.item.id));
      return outcomes;
    },
    { ...(giveUp && { giveUp }) },
  );
}

/** Maximum writes for the pages below one: their cards, which say where they stand. */
async function writesBelow(unit: UnitOfWork, config: SiteConfig, { id, type }: Item): Promise<number> {
  if (config.contentTypes.find(({ key }) => key === type)?.appearsAs !== 'page') return 0;
  return viewTree(await readTree(unit, type)).below(id).length * config.locales.length;
}

/** @param full the writes that leave no room for another item @returns `no-room` if the pages below it do not fit either */
async function stageCommit(
  unit: UnitOfWork,
  { config, tryPage }: Pick<ItemDependencies, 'config' | 'tryPage'>,
  { decide, stageMore, replacesContents }: PublicationCommit,
  at: number,
  full: number,
): Promise<CommittedItem | PublishFailure | 'no-room'> {
  const decided = await decide(unit, at);
  if (!decided.ok) return decided;
  if (unit.size() + (await writesBelow(unit, config, decided.item)) > full) return 'no-room';
  const ref = items.at(decided.item.id);
  const before = unit.get(ref);
  const staged = await stagePublications(unit, config, decided.item, decided.change, tryPage);
  if (!staged.ok) return staged;
  const { changed } = staged;
  const next = unit.get(ref) ?? staged.item;
  const isSameItem = before !== undefined && sameContents(before, next);
  if (replacesContents && !isSameItem) {
    stageItem(unit, config, { ...next, createdAt: before?.createdAt ?? at, editedAt: at });
  }
  const isMore = (await stageMore?.(unit)) ?? false;
  return {
    ok: true,
    item: unit.get(ref) ?? next,
    version: unit.versionOf(ref),
    changed,
    ...(before && { before }),
    isSame: isSameItem && changed.length === 0 && !isMore,
  };
}
