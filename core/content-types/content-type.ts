import type { Locale, LocaleSet, Localized } from '../locales/locale.ts';

/** What the page of an item shows in a language that the item is not published in. */
export type MissingLanguagePolicy =
  /** 404, and no entry in lists. */
  | 'not-found'
  /** The text of another language at this language's address, with a notice. */
  | 'notice'
  /** A redirect to the type's listing. */
  | 'listing';

/** A text that is more than words: an address, the color of links and buttons, or (of the product alone) the id of an entry. */
export type TextFormat = 'email' | 'url' | 'brand-color' | 'id';

/** Where items of a type appear on the site. */
type Appearance =
  /** A listing, and a page per item. */
  | 'collection'
  /** Each item is a page directly below the root. */
  | 'page'
  /** Questions and answers on the page `/faq`. */
  | 'faq'
  /** One item, about the site itself, without a page of its own. Only types that the product declares. */
  | 'site';

interface FieldBase {
  /** Unique in its type, in camelCase. */
  key: string;
  labels: Localized;
  /** What it is for, below its control in the editor. */
  hints?: Localized;
  /** `true`: one value per language. `false`: one value shared by all languages. */
  localized: boolean;
  required?: boolean;
  /** Ids of the only items with this field; all items of the type if missing. */
  items?: string[];
  /** How readers see it; default by its kind, see `displaysOf`. */
  show?: FieldDisplay;
  /** The property of the type's `schemaType` in structured data: `startDate`. */
  schemaProperty?: string;
}

export type FieldDefinition = FieldBase &
  /** `format`: an email address, an address that begins with `https:`, or (of the product alone) the id of an entry. */
  (
    | { kind: 'text'; multiline?: boolean; maxLength?: number; format?: TextFormat }
    | { kind: 'rich-text' }
    | { kind: 'number'; minimum?: number; maximum?: number; unit?: string }
    | { kind: 'boolean' }
    /** `after` is the key of the day beside it, in the same record or type, that it may not come before. */
    | { kind: 'date'; after?: string }
    /** A day and a time where the site's team is: `2026-12-24T18:00`. `after`: the moment beside it that it comes after. */
    | { kind: 'moment'; after?: string }
    /**
     * A time of day: `07:00`, from `00:00` to `23:59`. `after` is the key of the time beside it, in the same record or type, that
     * it comes after; `00:00` is then the end of the day.
     */
    | { kind: 'time'; after?: string }
    /** A day of the week by its ISO 8601 number: 1 for Monday to 7 for Sunday. */
    | { kind: 'weekday' }
    | { kind: 'choice'; choices: { value: string; labels: Localized }[] }
    | { kind: 'media' }
    | { kind: 'relation'; type: string }
    /** Somewhere to lead to, here or outside: the values are those that `readFieldLink` reads. */
    | { kind: 'link' }
    /**
     * Each entry is a text, a number, a day of the week, or a record with the given members. Members of a shared list that are
     * localized texts are written in each language (`core/content-types/entry-words.ts`). `most`: entries, at most 500.
     * `dayHours`: records with a day, a last day `after` it, and two such times say when something is open on days: both times are
     * there or none, and two spans of one day do not overlap.
     */
    | { kind: 'list'; of: ListOf; most?: number; dayHours?: true }
  );

/** What the entries of a list are. */
export type ListOf = 'text' | 'number' | 'weekday' | FieldDefinition[];

/** What the listing of a type does with its fields. */
export interface ListingRules {
  /** The field that items are sorted by: a text, number or date. Default: newest first. */
  sortBy?: string;
  /**
   * Default: ascending. `upcoming`, for dates: what is still to come first, the next one at the top, then what is past, the
   * latest at the top.
   */
  order?: 'ascending' | 'descending' | 'upcoming';
  /** The fields that readers can filter by, beside the tags: choices, yes or no, relations. */
  filterBy?: string[];
}

/** A content type: its addresses, its fields and where it appears. */
export interface ContentType {
  /** Unique on the site; lower-case letters, digits and hyphens. */
  key: string;
  labels: {
    singular: Localized;
    plural: Localized;
    /** What several are called after a number, where that is not the plural: `news items` for `News`. */
    counted?: Localized;
  };
  /** One or two sentences for the listing's header and for search engines. */
  descriptions?: Localized;
  /** The first segment of its addresses, per language: `estudios`, `studies`. Not used by pages and questions. */
  segments: Localized;
  /** An Iconify name: `lucide:scan`. */
  icon: string;
  fields: FieldDefinition[];
  missingLanguage: MissingLanguagePolicy;
  appearsAs: Appearance;
  /** Its items are the topics of the others, which have them as tags. Only the type that the product declares. */
  isTopic?: true;
  /** How its listing is sorted and filtered; default: newest first, by tag. */
  listing?: ListingRules;
  /** The schema.org type of an item's page: `Article`, `NewsArticle`, `MedicalTest`. */
  schemaType?: string;
}

/**
 * The language shown at an item's address in `locale`: that language itself if published; with the policy `notice` the item's
 * source language, else the first of the site's languages that is published; otherwise `undefined`.
 */
export function shownLanguage(
  set: LocaleSet,
  type: ContentType,
  item: { sourceLanguage: Locale; publishedIn: Locale[] },
  locale: Locale,
): Locale | undefined {
  if (item.publishedIn.includes(locale)) return locale;
  if (type.missingLanguage !== 'notice') return undefined;
  if (item.publishedIn.includes(item.sourceLanguage)) return item.sourceLanguage;
  return set.locales.find(({ code }) => item.publishedIn.includes(code))?.code;
}

/** How readers see a field on the page of its item. */
type FieldDisplay =
  /** A label and a short value, beside others above the text. */
  | 'facts'
  /** A part with its own heading below the text. */
  | 'section'
  /** Pictures below the text. */
  | 'gallery'
  /** Cards of the items that it names, below the text. */
  | 'cards'
  /** Not at all. */
  | 'hidden';

/** How a field can be shown; the first one is the default. */
export function displaysOf(field: FieldDefinition): FieldDisplay[] {
  switch (field.kind) {
    case 'text':
      return field.multiline ? ['section', 'facts', 'hidden'] : ['facts', 'section', 'hidden'];
    case 'number':
    case 'boolean':
    case 'date':
    case 'moment':
    case 'time':
    case 'weekday':
    case 'choice':
    case 'link':
      return ['facts', 'section', 'hidden'];
    case 'rich-text':
      return ['section', 'hidden'];
    case 'media':
      return ['gallery', 'hidden'];
    case 'relation':
      return ['cards', 'facts', 'hidden'];
    case 'list':
      return Array.isArray(field.of) ? displaysOfRecords(field.of) : ['facts', 'section', 'hidden'];
  }
}

/** Records with nothing but a picture and texts are a gallery, those with only a relation are cards. */
function displaysOfRecords(members: FieldDefinition[]): FieldDisplay[] {
  const kinds = new Set(members.map(({ kind }) => kind));
  const displays: FieldDisplay[] = ['section', 'hidden'];
  if (kinds.has('relation')) kinds.size === 1 ? displays.unshift('cards') : displays.push('cards');
  if (kinds.has('media')) {
    kinds.delete('text');
    kinds.size === 1 ? displays.unshift('gallery') : displays.push('gallery');
  }
  return displays;
}

/** How a field of a type is shown. Questions show only their answer. */
export function displayOf(type: Pick<ContentType, 'appearsAs'>, field: FieldDefinition): FieldDisplay {
  if (type.appearsAs === 'faq') return 'hidden';
  return field.show ?? displaysOf(field)[0] ?? 'hidden';
}

/** What differs between the types that a site has one item of. */
interface SiteType extends Pick<ContentType, 'key' | 'icon' | 'fields'> {
  name: Localized;
  /** What it is for, in the list of what the owner can change. */
  description: Localized;
}

/** A type of which a site has one item, about itself, without an address. */
export function siteType({ key, name, description, icon, fields }: SiteType): ContentType {
  return {
    ...{ key, icon, fields },
    labels: { singular: name, plural: name },
    descriptions: description,
    segments: {},
    missingLanguage: 'not-found',
    appearsAs: 'site',
  };
}

/** A filter of a listing: a field, or `tag`, and a value. */
export interface ListingFilter {
  name: string;
  value: string;
}

/** A filter as it is stored: a name that a member of a document can have. Other characters are code points in hexadecimal. */
export function facetOf({ name, value }: ListingFilter): string {
  return `${name}_${value.replace(/[^A-Za-z0-9-]/gu, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`)}`;
}

export function filterOf(facet: string): ListingFilter {
  const at = facet.indexOf('_');
  const value = facet
    .slice(at + 1)
    .replace(/_([0-9a-f]+)_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
  return { name: facet.slice(0, at), value };
}

/** Whether a facet is that of a tag, which is counted apart. */
export function isTagFacet(facet: string): boolean {
  return facet.startsWith('tag_');
}
