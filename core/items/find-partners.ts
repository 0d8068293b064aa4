import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { takenAddress } from '../addresses/stage-addresses.ts';
import { contentPath } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { slugProblem } from '../content-types/slugs.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import { type DraftPartName, SHARED } from '../drafts/draft-name.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies } from './change-item.ts';
import { isLeaving } from './leaves-address.ts';
import { MOST_TOGETHER, type PublicationTarget } from './publish-items.ts';

/** An item that has to become public in the same act, because it stands where another is to stand, and leaves from there. */
export interface Partner {
  item: Item;
  /** Of its document. */
  version: number;
  /** In which it leaves. */
  languages: Locale[];
}

/**
 * The other items that have to become public in one act with the given ones for these to get their addresses: each stands
 * at one that is asked for, and its own draft asks for another. None where the addresses are free as it is, and none where
 * publishing more would not free them. @throws {Forbidden} for who may not read drafts
 */
export async function findPartners(
  { store, drafts }: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
): Promise<Partner[]> {
  requireMay(actor, 'draft.read');
  const unit = createUnitOfWork(store);
  const items = new Map<string, Item | undefined>();
  const partners = new Map<string, Partner>();
  const steps = targets.flatMap(({ id, languages }) => [...new Set(languages)].map((language) => ({ id, language })));
  const refused = new Map<string, readonly DraftPartName[]>();
  async function readSettled(id: string, language: Locale): Promise<Item | undefined> {
    if (!items.has(id)) {
      refused.set(id, (await drafts?.settle(id)) ?? []);
      await unit.read([contentPath.item(id)]);
      items.set(id, unit.get<Item>(contentPath.item(id)));
    }
    // What is longer than it may be cannot be published, with whatever else.
    const isRefused = refused.get(id)?.some((part) => part === language || part === SHARED);
    return isRefused ? undefined : items.get(id);
  }
  // Each partner that is found asks for an address in its turn.
  for (const { id, language } of steps) {
    const holder = await holderOf(unit, await readSettled(id, language), language);
    if (holder === undefined || steps.some((step) => step.id === holder && step.language === language)) continue;
    const item = await readSettled(holder, language);
    if (!item || !isLeaving(item, language)) return [];
    const version = unit.versionOf(contentPath.item(holder));
    partners.set(holder, { item, version, languages: [...(partners.get(holder)?.languages ?? []), language] });
    if (targets.length + partners.size > MOST_TOGETHER) return [];
    steps.push({ id: holder, language });
  }
  return [...partners.values()];
}

/** Who stands at the address that an item's draft asks for. */
async function holderOf(unit: UnitOfWork, item: Item | undefined, language: Locale): Promise<string | undefined> {
  const slug = item?.languages[language]?.slug ?? '';
  if (!item || slugProblem(slug) !== undefined) return undefined;
  return takenAddress(unit, { language, type: item.type, slug, itemId: item.id });
}
