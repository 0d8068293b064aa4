import type { Actor } from '#core/access/actor.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { ItemDependencies } from '#core/publishing/change-item.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { publishItem, unpublishItem } from '#core/publishing/publish-item.ts';
import type { PublishOutcome } from '#core/publishing/publish-outcome.ts';

type Site = Pick<ItemDependencies, 'store' | 'config' | 'now'>;

const eva: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'editor', languages: [], disabled: false };

/** Publishes the snapshot of languages of one item, as an editor called Eva, accepting all warnings. */
export function publish(
  { store, config, now }: Site,
  id: string,
  languages: Locale[],
  expectedVersion?: number,
): Promise<PublishOutcome> {
  const target = { id, languages, expectedVersion };
  return publishItem({ store, config, ...(now && { now }) }, eva, target, { acceptWarnings: true });
}

/** Unpublishes languages of one item, as the same editor. */
export function unpublish({ store, config, now }: Site, id: string, languages: Locale[]): Promise<PublishOutcome> {
  return unpublishItem({ store, config, ...(now && { now }) }, eva, { id, languages });
}

/** The check errors that prevented publishing; empty if nothing did. */
export async function errorsOf(publishing: Promise<PublishOutcome>): Promise<Check[]> {
  const outcome = await publishing;
  if (outcome.ok) return [];
  if (outcome.reason !== 'checks') throw new Error(`It was refused: ${outcome.reason}`);
  return outcome.checks.filter(({ severity }) => severity === 'error');
}
