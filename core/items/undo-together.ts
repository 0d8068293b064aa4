import type { Actor } from '../access/actor.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { sameContents } from '../documents/same-contents.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import { mostThatFit } from '../publishing/commit-room.ts';
import { stageHidden } from './archive-item.ts';
import type { ItemDependencies } from './change-item.ts';
import { type ItemStanding, requireMayUndo, stageStanding, standingOf, type UndoFailure } from './item-standing.ts';

/** The state of an item before and after an action. */
export interface StandingChange {
  before: ItemStanding;
  after: ItemStanding;
}

/** `id` is the item concerned. `too-many`: the items exceed one commit; `most` of them would fit. */
export type RestoreTogetherOutcome =
  | { ok: true }
  | (UndoFailure & { id: string })
  | { ok: false; id: string; reason: 'too-many'; most: number };

/**
 * `undoStandingChange` for items that one action published together, all or none: they return to addresses that other items of the
 * action have now. @throws {Forbidden}
 */
export async function undoTogether(
  { store, config, tryPage, now = Date.now }: ItemDependencies,
  actor: Actor,
  changes: readonly StandingChange[],
): Promise<RestoreTogetherOutcome> {
  const idOf = ({ after }: StandingChange) => after.id;
  const twice = changes.find((change, index) => changes.findIndex((other) => idOf(other) === idOf(change)) < index);
  if (twice) return { ok: false, id: idOf(twice), reason: 'conflict' };
  return retryOnConflict<RestoreTogetherOutcome>(
    async () => {
      const unit = createUnitOfWork(store);
      const at = now();
      await unit.read(changes.map((change) => items.at(idOf(change))));
      const left: { item: Item; change: StandingChange }[] = [];
      for (const change of changes) {
        const item = unit.get(items.at(idOf(change)));
        if (!item) return { ok: false, id: idOf(change), reason: 'not-found' };
        requireMayUndo(actor, item, change.before, change.after);
        // Items published together are not in the trash, before or after.
        if (change.before.trashedAt !== undefined || change.after.trashedAt !== undefined) {
          return { ok: false, id: item.id, reason: 'conflict' };
        }
        if (change.before.id !== change.after.id || !sameContents(standingOf(item), change.after)) {
          return { ok: false, id: item.id, reason: 'conflict' };
        }
        left.push({ item, change });
      }
      // All items leave their addresses before any arrives.
      for (const each of left) {
        const languages = republishedOf(each.change);
        each.item = await stageHidden(unit, config, each.item, { languages, at });
      }
      for (const { item, change } of left) {
        const restored = await stageStanding({ unit, config, tryPage, actor, at }, item, change);
        if (!restored.ok) return { ...restored, id: item.id };
        stageItem(unit, config, restored.item);
      }
      const most = mostThatFit(unit, changes.length);
      if (most !== undefined) return { ok: false, id: changes[0]?.after.id ?? '', reason: 'too-many', most };
      await unit.commit();
      return { ok: true };
    },
    { giveUp: () => ({ ok: false, id: changes[0]?.after.id ?? '', reason: 'conflict' }) },
  );
}

/** The languages that were public before and have another publication now. */
function republishedOf({ before, after }: StandingChange): string[] {
  return Object.entries(before.languages).flatMap(([language, { revision }]) =>
    revision !== undefined && after.languages[language]?.revision !== revision ? [language] : [],
  );
}
