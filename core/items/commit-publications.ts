import type { AuditEntry } from '../audit/audit-entry.ts';
import { auditWrite } from '../audit/record-audit.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { type Document, MAX_WRITES_PER_COMMIT } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { sameContents } from '../documents/same-contents.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { Locale } from '../locales/locale.ts';
import { MOST_BYTES_OF_ITEM, MOST_STAGED_BYTES, mostThatFit, mostWritesOfItem } from '../publishing/commit-room.ts';
import type { ItemChange } from '../publishing/plan-publications.ts';
import type { PublishFailure } from '../publishing/publish-outcome.ts';
import { stageTogether } from '../publishing/stage-publications.ts';
import type { ItemDependencies } from './change-item.ts';

/** What prevents a group although it was decided; `most`: as many of its items would fit into a commit. */
export type StagingFailure = PublishFailure | { ok: false; reason: 'too-many'; most: number };

/** Items whose publications change together, all or none. */
export interface PublicationGroup<Failure extends { ok: false }> {
  /** Reads the items, and decides what changes or what prevents it. Runs again after a conflict. */
  decide(unit: UnitOfWork, at: number): Promise<{ ok: true; changes: ItemChange[] } | Failure>;
  refuse(itemId: string, failure: StagingFailure): Failure;
  /** Stages what belongs to the items, once they are staged. Reads in `decide`. @returns whether something changes */
  stageMore?: (unit: UnitOfWork) => boolean;
  /** Whether the contents are replaced: items that differ from the stored ones count as edited now. */
  replacesContents?: boolean;
}

export interface CommittedItem {
  item: Item;
  version: number;
  /** The languages whose publication changed. */
  changed: Locale[];
  /** The item as it was stored before; missing for a new one. */
  before: Item | undefined;
  /** Whether the stored item has not changed. */
  isSame: boolean;
}

export type GroupOutcome<Failure> = { ok: true; items: CommittedItem[]; changedMore?: boolean } | Failure;

/**
 * Changes publications in one commit, without the groups that are refused. Reads, decides and stages again if a conflicting
 * commit came first. Each page that becomes public is rendered once before. People, programs, schedules and imports all publish through this function.
 * @param record the audit entries of what changes
 * @param known documents that were read already
 * @returns the outcomes of the first groups: as many as surely fit into one commit, at least one
 * @throws {PreconditionFailed} after too many conflicts, unless `giveUp` gives an answer
 */
export async function commitPublications<Failure extends { ok: false }>(
  { store, config, tryPage, now = Date.now }: Pick<ItemDependencies, 'store' | 'config' | 'tryPage' | 'now'>,
  groups: readonly PublicationGroup<Failure>[],
  {
    record,
    known = [],
    giveUp,
    moreWrites = 0,
  }: {
    record: (items: readonly CommittedItem[], at: number) => AuditEntry[];
    known?: readonly Document<unknown>[];
    giveUp?: () => GroupOutcome<Failure>[];
    /** Maximum writes of `stageMore` of a group. */
    moreWrites?: number;
  },
): Promise<GroupOutcome<Failure>[]> {
  const full = MAX_WRITES_PER_COMMIT - mostWritesOfItem(config) - moreWrites - 1;
  const fullBytes = MOST_STAGED_BYTES - MOST_BYTES_OF_ITEM;
  let unread = known;
  return retryOnConflict<GroupOutcome<Failure>[]>(
    async () => {
      const unit = createUnitOfWork(store, unread);
      unread = [];
      const at = now();
      const outcomes: GroupOutcome<Failure>[] = [];
      for (const group of groups) {
        if (outcomes.length > 0 && (unit.size() > full || unit.bytes() > fullBytes)) break;
        const size = unit.size();
        outcomes.push(
          await unit.attempt(
            () => stageGroup(unit, { config, tryPage }, group, at),
            // A publication that is as it should be may still restore a missing card.
            (outcome) => outcome.ok && (outcome.items.some(isChanged) || unit.size() !== size),
          ),
        );
      }
      const staged = outcomes.flatMap((outcome) => (outcome.ok ? outcome.items : []));
      const changed = staged.filter(isChanged);
      for (const entry of record(changed, at)) unit.append(auditWrite(entry));
      const most = mostThatFit(unit, staged.length);
      const [group] = groups;
      if (most !== undefined && group)
        return [group.refuse(staged[0]?.item.id ?? '', { ok: false, reason: 'too-many', most })];
      await unit.commit();
      for (const each of changed) each.version = unit.versionOf(items.at(each.item.id));
      return outcomes;
    },
    { ...(giveUp && { giveUp }) },
  );
}

/** Whether the item or a publication of it has changed. */
export function isChanged({ changed, isSame }: CommittedItem): boolean {
  return changed.length > 0 || !isSame;
}

async function stageGroup<Failure extends { ok: false }>(
  unit: UnitOfWork,
  { config, tryPage }: Pick<ItemDependencies, 'config' | 'tryPage'>,
  group: PublicationGroup<Failure>,
  at: number,
): Promise<GroupOutcome<Failure>> {
  const decided = await group.decide(unit, at);
  if (!decided.ok) return decided;
  const before = decided.changes.map(({ item }) => unit.get(items.at(item.id)));
  const together = await stageTogether(unit, config, decided.changes, tryPage);
  if (!together.ok) return group.refuse(together.itemId, together.failure);
  const committed: GroupOutcome<Failure> = {
    ok: true,
    items: together.outcomes.map(({ item, changed }, index): CommittedItem => {
      const ref = items.at(item.id);
      const former = before[index];
      const staged = unit.get(ref) ?? item;
      const isSame = former !== undefined && sameContents(former, staged);
      if (group.replacesContents && !isSame) {
        stageItem(unit, config, { ...staged, createdAt: former?.createdAt ?? at, editedAt: at });
      }
      return { item: unit.get(ref) ?? staged, version: unit.versionOf(ref), changed, before: former, isSame };
    }),
  };
  return group.stageMore?.(unit) ? { ...committed, changedMore: true } : committed;
}
