import { formerHolder, freeSlugLike, takenAddress, type WantedAddress } from '#core/addresses/stage-addresses.ts';
import { itemCards, publicationCards } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import type { Locale } from '#core/locales/locale.ts';
import { fixedSlug, isOwnPage, isReservedSegment } from '#core/site/reserved-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The effect of publishing with a slug now. */
export type SlugAnswer =
  | { kind: 'free' }
  /** The item's current public slug. */
  | { kind: 'own' }
  /** Free; the current address will redirect to it. */
  | { kind: 'moves' }
  | { kind: 'taken'; title: string }
  /**
   * Free, but old links to another item that formerly had it would lead to this one; `instead` is a similar slug that was never
   * used.
   */
  | { kind: 'former'; title: string; instead?: string }
  | { kind: 'reserved' }
  /** Pages that every site has keep their address. */
  | { kind: 'fixed'; slug: string }
  | { kind: 'invalid' };

/** Checks a slug of an item in a language like publishing does, with the currently public content. */
export async function checkSlug(
  { store, config }: { store: DocumentStore; config: SiteConfig },
  item: Item,
  language: Locale,
  slug: string,
): Promise<SlugAnswer> {
  if (slugProblem(slug) !== undefined) return { kind: 'invalid' };
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (type?.appearsAs === 'page') {
    const fixed = fixedSlug(type, item.id);
    if (fixed !== undefined) return slug === fixed ? { kind: 'own' } : { kind: 'fixed', slug: fixed };
    if (isTakenBySite(config, language, slug)) return { kind: 'reserved' };
  }
  const place = { language, type: item.type, itemId: item.id, slug };
  const other = await findOther(store, place);
  if (other?.isFormer) {
    const instead = await freeSlugLike(store, place, slug);
    return { kind: 'former', title: other.title, ...(instead !== undefined && { instead }) };
  }
  if (other) return { kind: 'taken', title: other.title };
  const own = item.languages[language]?.publishedSlug;
  if (own === undefined) return { kind: 'free' };
  return { kind: own === slug ? 'own' : 'moves' };
}

function isTakenBySite(config: SiteConfig, language: Locale, slug: string): boolean {
  const isListing = config.contentTypes.some(
    (type) => type.appearsAs === 'collection' && (type.key === slug || type.segments[language] === slug),
  );
  const codes = config.locales.map(({ code }) => code);
  return isListing || slug === 'home' || isReservedSegment(slug, codes) || isOwnPage(config, slug);
}

/** Another item that has the address, by its own page or by that of another language, or formerly had it. */
async function findOther(
  store: DocumentStore,
  place: WantedAddress,
): Promise<{ title: string; isFormer: boolean } | undefined> {
  const unit = new UnitOfWork(store);
  const holder = await takenAddress(unit, place);
  if (holder) return { title: holder.title, isFormer: false };
  const id = await formerHolder(unit, place);
  if (id === undefined) return undefined;
  const [card, itemCard] = await getDocuments(store, [publicationCards.at(place.language, id), itemCards.at(id)]);
  const title = card?.data.title ?? (itemCard && titleOf(itemCard.data, place.language));
  return { title: title || id, isFormer: true };
}
