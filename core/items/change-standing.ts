import type { Actor } from '../access/actor.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies, ItemOutcome, ItemTarget } from '../publishing/change-item.ts';
import { unpublishItem } from '../publishing/publish-item.ts';
import type { PublishOutcome } from '../publishing/publish-outcome.ts';
import { archiveItem, unarchiveItem } from './archive-item.ts';
import { trashItem, untrashItem } from './trash-item.ts';

/** The actions that change how an item stands, and need nothing but the item and, for some, the languages. */
export type StandingAction = 'unpublish' | 'archive' | 'unarchive' | 'trash' | 'untrash';

export type StandingOutcome = PublishOutcome | ItemOutcome<'language-missing' | 'fixed-page' | 'topic-in-use'>;

/** @param target.languages needed to unpublish; for the archive, all if missing @throws {Forbidden} */
export async function changeStanding(
  dependencies: ItemDependencies,
  actor: Actor,
  action: StandingAction,
  target: ItemTarget & { languages?: readonly Locale[] },
): Promise<StandingOutcome> {
  switch (action) {
    case 'unpublish':
      return unpublishItem(dependencies, actor, { ...target, languages: target.languages ?? [] });
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
