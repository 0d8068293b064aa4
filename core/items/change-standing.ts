import type { Actor } from '../access/actor.ts';
import type { Locale } from '../locales/locale.ts';
import { archiveItem, unarchiveItem } from './archive-item.ts';
import type { ItemDependencies, ItemFailure, ItemSuccess, ItemTarget } from './change-item.ts';
import { unpublishItems } from './publish-items.ts';
import { trashItem, untrashItem } from './trash-item.ts';

/** The actions that change how an item stands, and need nothing but the item and, for some, the languages. */
export type StandingAction = 'unpublish' | 'archive' | 'unarchive' | 'trash' | 'untrash';

export type StandingOutcome =
  | ItemSuccess
  | ItemFailure<'language-missing' | 'fixed-page'>
  | { ok: false; reason: 'too-many'; most: number };

/** @param target.languages needed to unpublish; for the archive, all if missing @throws {Forbidden} */
export async function changeStanding(
  dependencies: ItemDependencies,
  actor: Actor,
  action: StandingAction,
  target: ItemTarget & { languages?: readonly Locale[] },
): Promise<StandingOutcome> {
  switch (action) {
    case 'unpublish': {
      const outcome = await unpublishItems(dependencies, actor, [{ ...target, languages: target.languages ?? [] }]);
      if (!outcome.ok) return outcome.reason === 'checks' ? { ok: false, reason: 'conflict' } : outcome;
      const [published] = outcome.published;
      if (!published) throw new Error(`${target.id} was not among what was unpublished`);
      return { ok: true, item: published.item, version: published.version, before: published.before };
    }
    case 'archive':
      return archiveItem(dependencies, actor, target);
    case 'unarchive':
      return unarchiveItem(dependencies, actor, target);
    case 'trash':
      return trashItem(dependencies, actor, target);
    case 'untrash':
      return untrashItem(dependencies, actor, target);
  }
}
