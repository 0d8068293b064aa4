import type { Listing, Publication } from '../content/publication.ts';
import type { Locale } from '../locales/locale.ts';

/** A public page of an item: what it says, and where it stands in each language. */
export interface PublishedItem {
  publication: Publication;
  /** The languages in which the item is published, with their slugs there. */
  alternates: { [locale: Locale]: string };
}

/** What an address leads to. */
export type AddressResolution =
  | ({ kind: 'item' } & PublishedItem)
  /** Published in another language only, and the type shows it here with a notice. */
  | ({ kind: 'notice' } & PublishedItem)
  /** For good: the item lives at another slug of this language now. */
  | { kind: 'moved'; slug: string }
  /** Published in another language only, and the type leads to its listing. */
  | { kind: 'listing' }
  | { kind: 'missing' };

export interface ListingPage {
  listings: Listing[];
  /** Of all pages together. */
  total: number;
}

/**
 * What the public may read: publications and what is derived from them, nothing else. Everything is read through the
 * document store that it was created with, so that a recording store knows what a page was made from.
 */
export interface PublishedContent {
  /** Follows publications, the language policy of the type, and old addresses. `slug` as in the URL, decoded. */
  resolve(locale: Locale, type: string, slug: string): Promise<AddressResolution>;
  /** Newest first. @param page counts from 1. */
  list(locale: Locale, type: string, options: { page: number; pageSize: number; tag?: string }): Promise<ListingPage>;
  /** How many listed items carry each tag. */
  tagCounts(locale: Locale, type: string): Promise<{ [tag: string]: number }>;
  /** Items of the same type that share the most tags, newest first among equals; never the item itself. */
  related(locale: Locale, publication: Publication, limit: number): Promise<Listing[]>;
  /** The items of a type in full, ordered by their shared field `order`. For questions. */
  all(locale: Locale, type: string): Promise<Publication[]>;
  /** The cards of the given items in a language, in the order of the ids; items without one are left out. */
  cards(locale: Locale, itemIds: string[]): Promise<Listing[]>;
  /** Every card of a language, in batches, for the sitemap and the search. */
  everyListing(locale: Locale): AsyncIterable<Listing[]>;
  /** Of the given item, each language in which it is published, with the slug there. */
  alternates(itemId: string): Promise<{ [locale: Locale]: string }>;
}
