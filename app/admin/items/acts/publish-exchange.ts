import type { Actor } from '#core/access/actor.ts';
import type { Item } from '#core/content/item.ts';
import { ownLanguages } from '#core/content/own-contents.ts';
import type { ItemDependencies } from '#core/items/change-item.ts';
import { findPartners } from '#core/items/find-partners.ts';
import { standingOf } from '#core/items/item-standing.ts';
import { MOST_TOGETHER, type PublicationTarget, publishItems } from '#core/items/publish-items.ts';
import { type ActOutcome, type ActRequest, publishRefusal } from './perform-act.ts';

/**
 * Publishes an item together with those that leave the addresses that it needs.
 * @param isChosen whether another item is selected too
 * @returns `undefined` if there are no such items, or one of them is not selected or cannot be published
 */
export async function publishExchange(
  dependencies: ItemDependencies,
  actor: Actor,
  { language, acceptWarnings }: Pick<ActRequest, 'language' | 'acceptWarnings'>,
  item: Item,
  isChosen: (id: string) => Promise<boolean>,
): Promise<ActOutcome | undefined> {
  const languagesOf = (of: Item) => (language === undefined ? ownLanguages(dependencies.config, of) : [language]);
  const targets: PublicationTarget[] = [{ id: item.id, languages: languagesOf(item) }];
  const before = [item];
  for (;;) {
    const found = await findPartners(dependencies, actor, targets);
    const others = found.filter((partner) => before.every(({ id }) => id !== partner.item.id));
    for (const other of others) {
      if (!(await isChosen(other.item.id))) return undefined;
      before.push(other.item);
      targets.push({ id: other.item.id, languages: languagesOf(other.item) });
    }
    if (targets.length > MOST_TOGETHER) return undefined;
    if (others.length === 0) break;
  }
  if (targets.length === 1) return undefined;
  const outcome = await publishItems(dependencies, actor, targets, { acceptWarnings });
  if (!outcome.ok) {
    const refusal = { ...publishRefusal(outcome), item };
    if (outcome.id === item.id) return refusal;
    const other = before.find(({ id }) => id === outcome.id);
    return refusal.reason === 'warnings' && other ? { ...refusal, of: other } : undefined;
  }
  const together = outcome.published.flatMap(({ item: after }, index) => {
    const was = before[index];
    return was ? [{ before: standingOf(was), after: standingOf(after) }] : [];
  });
  return { ok: true, undo: { together }, others: before.slice(1).map(({ id }) => id) };
}
