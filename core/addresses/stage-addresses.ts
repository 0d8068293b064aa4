import { addresses, publicationCards, publications } from '../content/collections.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import { NUMBERS, numbered, proposeSlug, slugProblem } from '../content-types/slugs.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';

/** The address that an item is to be published at. */
export type WantedAddress = Pick<PublicationCard, 'language' | 'type' | 'slug' | 'itemId'>;

/** The other item at an address, by its own publication or by a fallback page with a notice; with the title of that page. */
export async function takenAddress(
  unit: UnitOfWork,
  wanted: WantedAddress,
): Promise<Pick<PublicationCard, 'itemId' | 'title'> | undefined> {
  const { publication, address } = documentsAt(wanted.language, wanted.type, wanted.slug);
  await unit.read([publication, address]);
  const there = unit.get(publication);
  if (there) return there.itemId === wanted.itemId ? undefined : there;
  const former = unit.get(address)?.itemId;
  if (former === undefined || former === wanted.itemId) return undefined;
  const formerCard = publicationCards.at(wanted.language, former);
  await unit.read([formerCard]);
  const notice = unit.get(formerCard);
  return notice?.slug === wanted.slug ? notice : undefined;
}

/** The other item that formerly had a now free address: its old links redirect to it, now or once it is public again. */
export async function formerHolder(unit: UnitOfWork, wanted: WantedAddress): Promise<string | undefined> {
  const { publication, address } = documentsAt(wanted.language, wanted.type, wanted.slug);
  await unit.read([publication, address]);
  const former = unit.get(address)?.itemId;
  if (former === undefined || former === wanted.itemId || unit.get(publication)) return undefined;
  const notice = publicationCards.at(wanted.language, former);
  await unit.read([notice]);
  return unit.get(notice)?.slug === wanted.slug ? undefined : former;
}

interface AddressChange {
  locales: Locale[];
  itemId: string;
  type: string;
  current: Map<Locale, Publication>;
  next: Map<Locale, Publication>;
  cards: Map<Locale, PublicationCard>;
}

/**
 * Stages publications and addresses. Every address that an item leaves becomes an old address of it; an address that one of its
 * publications takes is removed from the old addresses; where a notice page is shown, the old address names the item, so that
 * it stays valid when the notice page goes. An address is either a publication's or an old one, never both: the commit verifies
 * both documents of every new address.
 */
export async function stageAddresses(unit: UnitOfWork, change: AddressChange): Promise<void> {
  await stageLeaving(unit, change);
  await stageArriving(unit, change);
}

async function stageLeaving(unit: UnitOfWork, { locales, itemId, type, current, next }: AddressChange): Promise<void> {
  for (const language of locales) {
    const before = current.get(language);
    if (!before || before.slug === next.get(language)?.slug) continue;
    const left = documentsAt(language, type, before.slug);
    await unit.read([left.publication, left.address]);
    unit.remove(left.publication);
    unit.set(left.address, { itemId });
  }
}

async function stageArriving(unit: UnitOfWork, change: AddressChange): Promise<void> {
  const { itemId, type } = change;
  for (const language of change.locales) {
    const after = change.next.get(language);
    const card = change.cards.get(language);
    if (after && after !== change.current.get(language)) {
      const taken = documentsAt(language, type, after.slug);
      await unit.read([taken.publication, taken.address]);
      unit.set(taken.publication, after);
      unit.remove(taken.address);
    } else if (!after && card) {
      const notice = documentsAt(language, type, card.slug);
      await unit.read([notice.publication, notice.address]);
      // Read so that the commit conflicts with another item that publishes at the notice's address.
      unit.get(notice.publication);
      if (unit.get(notice.address)?.itemId !== itemId) {
        unit.set(notice.address, { itemId });
      }
    }
  }
}

function documentsAt(language: Locale, type: string, slug: string) {
  return { publication: publications.at(language, type, slug), address: addresses.at(language, type, slug) };
}

/** A slug made from a title that no other item uses or used; empty if there is none. */
export async function freeSlug(
  store: DocumentStore,
  place: Omit<WantedAddress, 'slug'>,
  title: string,
): Promise<string> {
  const proposed = proposeSlug(title, place.language);
  return slugProblem(proposed) ? '' : ((await freeSlugLike(store, place, proposed)) ?? '');
}

/** The slug itself, or with a number appended, that no other item uses or used. */
export function freeSlugLike(
  store: DocumentStore,
  place: Omit<WantedAddress, 'slug'>,
  wanted: string,
): Promise<string | undefined> {
  return firstFree(wanted, async (slug) => {
    const unit = new UnitOfWork(store);
    const address = { ...place, slug };
    return ((await takenAddress(unit, address)) ?? (await formerHolder(unit, address))) === undefined;
  });
}

/** The base slug, or the first numbered form of it, that is free. */
export async function firstFree(
  wanted: string,
  isFree: (text: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let number = 1; number <= NUMBERS; number++) {
    const candidate = numbered(wanted, number);
    if (await isFree(candidate)) return candidate;
  }
  return undefined;
}
