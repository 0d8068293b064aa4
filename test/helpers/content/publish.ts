import type { Actor } from '#core/access/actor.ts';
import type { Item } from '#core/content/item.ts';
import type { ItemDependencies } from '#core/items/change-item.ts';
import {
  type PublishItemsFailure,
  type PublishItemsOutcome,
  publishItems,
  unpublishItems,
} from '#core/items/publish-items.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { Check } from '#core/publishing/publish-checks.ts';

type Site = Pick<ItemDependencies, 'store' | 'config' | 'now'>;

type PublishOutcome = { ok: true; item: Item; version: number; changed: Locale[] } | PublishItemsFailure;

const eva: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'editor', languages: [], disabled: false };

/** Publishes the snapshot of languages of one item, as an editor called Eva, accepting all warnings. */
export async function publish(
  { store, config, now }: Site,
  id: string,
  languages: Locale[],
  expectedVersion?: number,
): Promise<PublishOutcome> {
  const targets = [{ id, languages, expectedVersion }];
  return outcomeOf(await publishItems({ store, config, ...(now && { now }) }, eva, targets, { acceptWarnings: true }));
}

/** Unpublishes languages of one item, as the same editor. */
export async function unpublish(
  { store, config, now }: Site,
  id: string,
  languages: Locale[],
): Promise<PublishOutcome> {
  return outcomeOf(await unpublishItems({ store, config, ...(now && { now }) }, eva, [{ id, languages }]));
}

/** The check errors that prevented publishing; empty if nothing did. */
export async function errorsOf(publishing: Promise<PublishOutcome>): Promise<Check[]> {
  const outcome = await publishing;
  if (outcome.ok) return [];
  if (outcome.reason !== 'checks') throw new Error(`${outcome.id} was refused: ${outcome.reason}`);
  return outcome.checks.filter(({ severity }) => severity === 'error');
}

function outcomeOf(outcome: PublishItemsOutcome): PublishOutcome {
  if (!outcome.ok) return outcome;
  const [published] = outcome.published;
  if (!published) throw new Error('Nothing was to be published');
  return { ok: true, ...published };
}
