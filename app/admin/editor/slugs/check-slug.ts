import { contentPath } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import type { Listing, OldAddress, Publication } from '#core/content/publication.ts';
import { slugProblem } from '#core/content/slugs.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { isLeaving } from '#core/items/find-partners.ts';
import type { Locale } from '#core/locales/locale.ts';
import { FIXED_PAGES, isReservedSegment } from '#core/site/reserved-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** What would become of a slug if it were published now. */
export type SlugAnswer =
  | { kind: 'free' }
  /** It is what the item stands at now. */
  | { kind: 'own' }
  /** It is free, and what the item stands at now will lead to it. */
  | { kind: 'moves' }
  | { kind: 'taken'; title: string }
  /** Another item stands there, whose draft asks for another address: both can be published in one act. */
  | { kind: 'leaving'; title: string }
  | { kind: 'reserved' }
  /** One of the pages that every site has keeps its address. */
  | { kind: 'fixed'; slug: string }
  | { kind: 'invalid' };

/** Judges a slug of an item in a language as publishing would, with what is public at this moment. */
export async function checkSlug(
  { store, config }: { store: DocumentStore; config: SiteConfig },
  item: Item,
  language: Locale,
  slug: string,
): Promise<SlugAnswer> {
  if (slugProblem(slug) !== undefined) return { kind: 'invalid' };
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (type?.appearsAs === 'page') {
    if ((FIXED_PAGES as readonly string[]).includes(item.id)) {
      return slug === item.id ? { kind: 'own' } : { kind: 'fixed', slug: item.id };
    }
    if (isTakenBySite(config, language, slug)) return { kind: 'reserved' };
  }
  const other = await findOther(store, item, language, slug);
  if (other) return { kind: (await leaves(store, other.id, language)) ? 'leaving' : 'taken', title: other.title };
  const own = item.languages[language]?.publishedSlug;
  if (own === undefined) return { kind: 'free' };
  return { kind: own === slug ? 'own' : 'moves' };
}

function isTakenBySite(config: SiteConfig, language: Locale, slug: string): boolean {
  const isListing = config.contentTypes.some(
    (type) => type.appearsAs === 'collection' && (type.key === slug || type.segments[language] === slug),
  );
  const codes = config.locales.map(({ code }) => code);
  return isListing || slug === 'home' || isReservedSegment(slug, codes);
}

/** Another item that stands there, by a page of its own or by that of another language. */
async function findOther(
  store: DocumentStore,
  item: Item,
  language: Locale,
  slug: string,
): Promise<{ id: string; title: string } | undefined> {
  const [publication, address] = await store.batchGet([
    contentPath.publication(language, item.type, slug),
    contentPath.address(language, item.type, slug),
  ]);
  const there = publication?.data as Publication | undefined;
  if (there) return there.itemId === item.id ? undefined : { id: there.itemId, title: there.title };
  const former = (address?.data as OldAddress | undefined)?.itemId;
  if (former === undefined || former === item.id) return undefined;
  const [card] = await store.batchGet([contentPath.listing(language, former)]);
  const listing = card?.data as Listing | undefined;
  return listing?.slug === slug ? { id: former, title: listing.title } : undefined;
}

async function leaves(store: DocumentStore, id: string, language: Locale): Promise<boolean> {
  const [document] = await store.batchGet([contentPath.item(id)]);
  return document !== undefined && isLeaving(document.data as unknown as Item, language);
}
