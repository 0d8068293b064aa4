import type { Actor } from '#core/access/actor.ts';
import type { Item } from '#core/content/item.ts';
import { ownLanguages } from '#core/content/own-contents.ts';
import type { ItemDependencies } from '#core/items/change-item.ts';
import { standingOf } from '#core/items/item-standing.ts';
import { type Published, type PublishItemsFailure, publishItems } from '#core/items/publish-items.ts';
import type { StandingChange } from '#core/items/undo-together.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import type { ActionOutcome, ActionRequest, ActionTarget, Refusal } from './action-outcome.ts';

/** Publishes an item, together with those that leave its new addresses if all of these are chosen. */
export async function publishChosen(
  dependencies: ItemDependencies,
  actor: Actor,
  { language, acceptWarnings }: Pick<ActionRequest, 'language' | 'acceptWarnings'>,
  { id, settled, readTogether, isChosen }: ActionTarget,
): Promise<ActionOutcome> {
  const languages = (item: Item) => (language === undefined ? ownLanguages(dependencies.config, item) : [language]);
  const outcome = await publishItems(dependencies, actor, [{ id, settled, languages }], {
    acceptWarnings,
    settledOthers: readTogether,
    withPartner: async ({ item }) => ((await isChosen(item.id)) ? languages(item) : undefined),
  });
  return outcome.ok ? doneOf(outcome.published) : refusalOf(id, outcome);
}

/** What was public as it is already did not change, although its state may be known better now. */
function doneOf(published: readonly Published[]): ActionOutcome {
  const changes = published
    .filter(({ changed }) => changed.length > 0)
    .map(({ before, item }): StandingChange => ({ before: standingOf(before), after: standingOf(item) }));
  const [change, ...others] = changes;
  if (others.length > 0) return { ok: true, undo: { together: changes }, others: others.map(({ after }) => after.id) };
  return change ? { ok: true, undo: change } : { ok: true };
}

/** Why the item was not published, as shown by a list: of another item, only its warnings; else the address is taken. */
function refusalOf(id: string, failure: PublishItemsFailure): ActionOutcome {
  const { item } = failure;
  if (failure.reason !== 'checks') {
    const most = failure.reason === 'too-many' ? { most: failure.most } : {};
    return { ok: false, reason: failure.reason, codes: [], ...most, ...(item && { item }) };
  }
  const told = toldChecks(failure.checks);
  if (failure.id === id) return { ok: false, ...told, ...(item && { item }) };
  const own = failure.checked.find((each) => each.item.id === id)?.item;
  const about = { ok: false, ...(own && { item: own }) } as const;
  if (told.reason === 'warnings') return { ...about, ...told, ...(item && { of: item }) };
  return { ...about, reason: 'checks', codes: ['slug-taken'] };
}

/** Errors take precedence. */
function toldChecks(checks: readonly Check[]): Refusal {
  const errors = checks.filter(({ severity }) => severity === 'error');
  const told = errors.length > 0 ? errors : checks;
  return { reason: errors.length > 0 ? 'checks' : 'warnings', codes: [...new Set(told.map(({ code }) => code))] };
}
