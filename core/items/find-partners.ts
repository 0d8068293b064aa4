import { takenAddress } from '../addresses/stage-addresses.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { MOST_TOGETHER } from '../publishing/commit-room.ts';
import { isLeaving } from './leaves-address.ts';
import type { Settling } from './settle-items.ts';

/** An item that must be published in the same action, because it has the address of another one and leaves it. */
export interface Partner {
  item: Item;
  /** The languages in which it leaves. */
  languages: Locale[];
}

/** What one action reads: every document and every draft at most once. */
export interface ActionReads {
  unit: UnitOfWork;
  settling: Settling;
}

/**
 * Finds the other items that must be published together with the given ones for an exchange of addresses: each has an address
 * that is wanted, and its draft has another slug. Empty if the addresses are free already, or if publishing more would not free
 * them.
 */
export async function findPartners(
  reads: ActionReads,
  targets: readonly { id: string; languages: readonly Locale[] }[],
): Promise<Partner[]> {
  const { unit } = reads;
  const partners = new Map<string, Partner>();
  const steps = targets.flatMap(({ id, languages }) => [...new Set(languages)].map((language) => ({ id, language })));
  // Every partner found may need further partners.
  for (const { id, language } of steps) {
    const holder = await holderOf(unit, await readSettled(reads, id, language), language);
    if (holder === undefined || steps.some((step) => step.id === holder && step.language === language)) continue;
    const item = await readSettled(reads, holder, language);
    if (!item || !isLeaving(item, language)) return [];
    partners.set(holder, { item, languages: [...(partners.get(holder)?.languages ?? []), language] });
    if (targets.length + partners.size > MOST_TOGETHER) return [];
    steps.push({ id: holder, language });
  }
  return [...partners.values()];
}

/** An item with everything typed so far; none if the language is too long, and so cannot be published. */
async function readSettled({ unit, settling }: ActionReads, id: string, language: Locale): Promise<Item | undefined> {
  const unsettled = await settling.unsettledLanguages(id, [language]);
  await unit.read([items.at(id)]);
  return unsettled.length > 0 ? undefined : unit.get<Item>(items.at(id));
}

/** The holder of the address in an item's draft. */
async function holderOf(unit: UnitOfWork, item: Item | undefined, language: Locale): Promise<string | undefined> {
  const slug = item?.languages[language]?.slug ?? '';
  if (!item || slugProblem(slug) !== undefined) return undefined;
  return takenAddress(unit, { language, type: item.type, slug, itemId: item.id });
}
