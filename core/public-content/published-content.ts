import type { FieldValues } from '../content/item.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import type { ListingFilter } from '../content-types/content-type.ts';
import type { ShownFile } from '../files/read-files.ts';
import type { SiteIcons } from '../icons/site-icons.ts';
import type { Locale } from '../locales/locale.ts';
import type { PictureFile } from '../media/media.ts';
import type { Focus } from '../media/picture-variants.ts';
import type { SiteTypeKey } from '../site/site-types.ts';

/** A public page of an item, with its addresses in other languages. */
export interface PublishedItem {
  publication: Publication;
  /** The languages in which the item is published, with the slug of each. */
  alternates: { [locale: Locale]: string };
  /** The pages above it in those languages where there are any. */
  above?: { [locale: Locale]: PublicationCard['above'] };
}

/** What is at an address. */
export type AddressResolution =
  | ({ kind: 'item' } & PublishedItem)
  /** Published in another language only, which the type shows here with a notice. */
  | ({ kind: 'notice' } & PublishedItem)
  /** A permanent redirect to the item's current slug in this language. */
  | { kind: 'moved'; slug: string; above?: NonNullable<PublicationCard['above']> }
  /** Published in another language only; the type redirects to its listing. */
  | { kind: 'listing' }
  | { kind: 'missing' };

export interface ListingPage {
  cards: PublicationCard[];
  /** On all pages. */
  total: number;
}

/**
 * The bytes of a picture with their focal point, and what it says where a text does not: an alternative text, empty if it is
 * decorative, caption and credit.
 */
export type ShownMedia = PictureFile & { alt?: string; caption?: string; credit?: string; focus?: Focus };

/**
 * The public content: publications, data derived from them, and the icons of the site. Everything is read through the given store, so
 * that a recording store knows the dependencies of a page. Its methods may be spread and passed on.
 */
export interface PublishedContent {
  /** Where pictures are, if not at `/media`. */
  mediaFolder?: string;
  /** Resolves an address by publications, the type's language policy and old addresses. `slug` as in the URL, decoded. */
  resolve(locale: Locale, type: string, slug: string): Promise<AddressResolution>;
  /** The path of the page that an address of a site that was imported leads to. @param pathname as in the URL */
  followImported(pathname: string): Promise<string | undefined>;
  /** The type whose addresses formerly began with a segment that belongs to none now. */
  formerType(locale: Locale, segment: string): Promise<string | undefined>;
  /** In the order of the type's listing; by default newest first. @param page starts at 1. */
  list(
    locale: Locale,
    type: string,
    options: { page: number; pageSize: number; filter?: ListingFilter },
  ): Promise<ListingPage>;
  /** The places of the pages directly below one in a language, in order. Of them only these are read. */
  below(locale: Locale, itemId: string): Promise<{ itemId: string }[]>;
  /** The items of a type that were published for the first time last, whatever the order of its listing. */
  newest(locale: Locale, type: string, limit: number): Promise<PublicationCard[]>;
  /** The items of all types that have a tag, newest first. @param page starts at 1. */
  tagged(locale: Locale, tag: string, options: { page: number; pageSize: number }): Promise<ListingPage>;
  /** The published topics among tags, by tag: those that have a page in the language. */
  topics(locale: Locale, tags: Iterable<string>): Promise<ReadonlyMap<string, PublicationCard>>;
  /** Number of listed items per tag. */
  tagCounts(locale: Locale, type: string): Promise<{ [tag: string]: number }>;
  /** The values that listed items have in the fields that the listing is filtered by. */
  filters(locale: Locale, type: string): Promise<ListingFilter[]>;
  /** Items of the same type that share the most tags, then newest first; without the item itself. */
  related(locale: Locale, publication: Publication, limit: number): Promise<PublicationCard[]>;
  /** The items of a type with their contents, in manual order. For questions. */
  all(locale: Locale, type: string): Promise<Publication[]>;
  /** The publication cards of the given items in a language, in the order of the ids; missing ones are left out. */
  cards(locale: Locale, itemIds: string[]): Promise<PublicationCard[]>;
  /** All publication cards of a language, in batches, for the sitemap and the search. */
  everyCard(locale: Locale): AsyncIterable<PublicationCard[]>;
  /** What readers of a language get of pictures, by the ids of files that texts name; missing ones, and those in the trash, are left out. */
  media(ids: Iterable<string>, language: Locale): Promise<ReadonlyMap<string, ShownMedia>>;
  /**
   * The published values of a site type in a language. Where it is not published in it, those that all languages share, of
   * another one; empty if it is published in none.
   */
  siteValues(locale: Locale, type: SiteTypeKey): Promise<FieldValues>;
  /** The same of files of any kind, with all that they say. */
  files(ids: Iterable<string>, language: Locale): Promise<ReadonlyMap<string, ShownFile>>;
  /** The value of a setting that pages may read, or what the configuration says. */
  setting(id: string): Promise<string>;
  /**
   * Says that what is made of the contents is right until a moment, in milliseconds since 1970: a page that is kept is made again then.
   * `Infinity` says nothing.
   */
  until(moment: number): void;
  /** The icons that the team chose. */
  icons(): Promise<SiteIcons>;
  /** The languages in which an item is published, with the slug of each. */
  alternates(itemId: string): Promise<{ [locale: Locale]: string }>;
}
