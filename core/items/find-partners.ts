import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { takenAddress } from '../addresses/stage-addresses.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { slugProblem } from '../content-types/slugs.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import { type DraftPartName, SHARED } from '../drafts/draft-name.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies } from './change-item.ts';
import { isLeaving } from './leaves-address.ts';
import { MOST_TOGETHER, type PublicationTarget } from './publish-items.ts';

/** An item that must be published in the same action, because it has the address of another one and leaves it. */
export interface Partner {
  item: Item;
  /** Version of its document. */
  version: number;
  /** The languages in which it leaves. */
  languages: Locale[];
}

/**
 * Finds the other items that must be published together with the given ones for an exchange of addresses: each has an address
 * that is wanted, and its draft has another slug. Empty if the addresses are free already, or if publishing more would not free
 * them. @throws {Forbidden} if the actor may not read drafts
 */
export async function findPartners(
  { store, drafts }: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
): Promise<Partner[]> {
  requireMay(actor, 'draft.read');
  const unit = createUnitOfWork(store);
  const settled = new Map<string, Item | undefined>();
  const partners = new Map<string, Partner>();
  const steps = targets.flatMap(({ id, languages }) => [...new Set(languages)].map((language) => ({ id, language })));
  const refused = new Map<string, readonly DraftPartName[]>();
  async function readSettled(id: string, language: Locale): Promise<Item | undefined> {
    if (!settled.has(id)) {
      refused.set(id, (await drafts?.settle(id)) ?? []);
      await unit.read([items.at(id)]);
      settled.set(id, unit.get(items.at(id)));
    }
    // A part that is too long cannot be published.
    const isRefused = refused.get(id)?.some((part) => part === language || part === SHARED);
    return isRefused ? undefined : settled.get(id);
  }
  // Every partner found may need further partners.
  for (const { id, language } of steps) {
    const holder = await holderOf(unit, await readSettled(id, language), language);
    if (holder === undefined || steps.some((step) => step.id === holder && step.language === language)) continue;
    const item = await readSettled(holder, language);
    if (!item || !isLeaving(item, language)) return [];
    const version = unit.versionOf(items.at(holder));
    partners.set(holder, { item, version, languages: [...(partners.get(holder)?.languages ?? []), language] });
    if (targets.length + partners.size > MOST_TOGETHER) return [];
    steps.push({ id: holder, language });
  }
  return [...partners.values()];
}

/** The holder of the address in an item's draft. */
async function holderOf(unit: UnitOfWork, item: Item | undefined, language: Locale): Promise<string | undefined> {
  const slug = item?.languages[language]?.slug ?? '';
  if (!item || slugProblem(slug) !== undefined) return undefined;
  return takenAddress(unit, { language, type: item.type, slug, itemId: item.id });
}
