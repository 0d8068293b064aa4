import type { DocumentPath } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import { contentPath } from './collections.ts';
import type { Listing, OldAddress, Publication } from './publication.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The other item that stands where a card would lead to, by a publication of its own or by a notice. */
export async function takenAddress(unit: UnitOfWork, card: Listing): Promise<string | undefined> {
  const { publication, address } = pathsOf(card.language, card.type, card.slug);
  await unit.read([publication, address]);
  const there = unit.get<Publication>(publication)?.itemId;
  if (there !== undefined) return there === card.itemId ? undefined : there;
  const former = unit.get<OldAddress>(address)?.itemId;
  if (former === undefined || former === card.itemId) return undefined;
  const formerCard = contentPath.listing(card.language, former);
  await unit.read([formerCard]);
  return unit.get<Listing>(formerCard)?.slug === card.slug ? former : undefined;
}

export interface AddressChange {
  locales: Locale[];
  itemId: string;
  type: string;
  current: Map<Locale, Publication>;
  next: Map<Locale, Publication>;
  cards: Map<Locale, Listing>;
}

/**
 * Stages publications and addresses. Every address that the item leaves comes to name it; an address that one of its
 * publications takes is dropped; where a notice stands, the address names the item, so that it stays good when the
 * notice goes. An address is one of the two, never both, whoever else publishes at the same moment.
 */
export async function stageAddresses(unit: UnitOfWork, change: AddressChange): Promise<void> {
  const { itemId, type } = change;
  for (const language of change.locales) {
    const before = change.current.get(language);
    const after = change.next.get(language);
    const card = change.cards.get(language);
    if (before && before.slug !== after?.slug) {
      const left = pathsOf(language, type, before.slug);
      await unit.read([left.publication, left.address]);
      unit.remove(left.publication);
      unit.set(left.address, { itemId } satisfies OldAddress);
    }
    if (after && after !== before) {
      const taken = pathsOf(language, type, after.slug);
      await unit.read([taken.publication, taken.address]);
      unit.set(taken.publication, after);
      unit.remove(taken.address);
      unit.requireAbsent(taken.address);
    } else if (!after && card) {
      const notice = pathsOf(language, type, card.slug);
      await unit.read([notice.publication, notice.address]);
      if (unit.get<OldAddress>(notice.address)?.itemId === itemId) continue;
      unit.set(notice.address, { itemId } satisfies OldAddress);
      unit.requireAbsent(notice.publication);
    }
  }
}

function pathsOf(language: Locale, type: string, slug: string): { publication: DocumentPath; address: DocumentPath } {
  return {
    publication: contentPath.publication(language, type, slug),
    address: contentPath.address(language, type, slug),
  };
}
