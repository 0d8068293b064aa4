import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import type { Item } from '../content/item.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import {
  changeItem,
  type ItemDependencies,
  type ItemFailure,
  type ItemOutcome,
  type ItemTarget,
  withLanguages,
} from '../publishing/change-item.ts';
import { stagePublications } from '../publishing/stage-publications.ts';
import type { SiteConfig } from '../site/site-config.ts';

/**
 * Archives languages of an item (default: all): unpublishes them, and cancels their schedules and reviews. If every language is archived,
 * the item is listed in the archive. @throws {Forbidden}
 */
export async function archiveItem(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ItemTarget & { languages?: readonly Locale[] },
): Promise<ItemOutcome<'language-missing'>> {
  requireMay(actor, 'item.archive');
  return changeItem<ItemFailure<'language-missing'>>(dependencies, actor, target, async (unit, item, at) => {
    const languages = target.languages ?? Object.keys(item.languages);
    if (languages.some((language) => !item.languages[language])) return { ok: false, reason: 'language-missing' };
    const hidden = await stageHidden(unit, dependencies.config, item, { languages, at });
    const archived = withLanguages(hidden, languages, (content) => ({ ...content, state: 'archived' }));
    return { ok: true, item: archived, entry: { action: 'item.archived', details: { languages: [...languages] } } };
  });
}

/** Restores languages from the archive, as drafts. @throws {Forbidden} */
export async function unarchiveItem(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ItemTarget & { languages?: readonly Locale[] },
): Promise<ItemOutcome> {
  requireMay(actor, 'item.archive');
  return changeItem<never>(dependencies, actor, target, (_unit, item) => {
    const asked = target.languages ?? Object.keys(item.languages);
    const languages = asked.filter((language) => item.languages[language]?.state === 'archived');
    const drafts = withLanguages(item, languages, (content) => ({ ...content, state: 'draft' }));
    if (languages.length === 0) return { ok: true, item };
    return { ok: true, item: drafts, entry: { action: 'item.unarchived', details: { languages } } };
  });
}

/** Stages unpublishing languages and cancelling their schedules and reviews. @returns the resulting item. */
export async function stageHidden(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  { languages, at }: { languages: readonly Locale[]; at: number },
): Promise<Item> {
  const unscheduled = withLanguages(item, languages, ({ schedule: _schedule, review: _review, ...content }) => ({
    ...content,
    state: content.state === 'scheduled' ? 'draft' : content.state,
  }));
  const unpublish = languages.filter((language) => item.languages[language]?.publishedSlug !== undefined);
  if (unpublish.length === 0) return unscheduled;
  const outcome = await stagePublications(unit, config, unscheduled, { publish: [], unpublish, at });
  if (!outcome.ok) throw new Error(`${item.id} could not be taken off the site: ${outcome.reason}`);
  return outcome.item;
}
