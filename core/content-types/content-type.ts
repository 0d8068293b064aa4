import type { Localized } from '../locales/locale.ts';

/** What a page of a type does in a language that its item is not published in. */
export type MissingLanguagePolicy =
  /** There is no such page: 404, and no list shows it. */
  | 'not-found'
  /** The other language's text under this language's address, with a notice. */
  | 'notice'
  /** On to the type's listing. */
  | 'listing';

/** Where a type's items appear on the site. */
export type Appearance =
  /** A listing and a page for each item. */
  | 'collection'
  /** Each item is a page of its own right below the root. */
  | 'page'
  /** Questions and answers on the page `/faq`. */
  | 'faq';

interface FieldBase {
  /** Unique in its type; a name in camelCase. */
  key: string;
  labels: Localized;
  /** `true`: one value per language. `false`: one value for all of them. */
  localized: boolean;
  required?: boolean;
  /** Ids of the only items that have this field; all of the type when missing. */
  items?: string[];
}

export type FieldDefinition = FieldBase &
  (
    | { kind: 'text'; multiline?: boolean; maxLength?: number }
    | { kind: 'rich-text' }
    | { kind: 'number'; minimum?: number; maximum?: number; unit?: string }
    | { kind: 'boolean' }
    | { kind: 'date' }
    | { kind: 'choice'; choices: { value: string; labels: Localized }[] }
    | { kind: 'media' }
    | { kind: 'relation'; type: string }
    /** Each entry is one text, one number, or a record of the given members. */
    | { kind: 'list'; of: 'text' | 'number' | FieldDefinition[] }
  );

/** A kind of content: its addresses, its fields and where it appears. */
export interface ContentType {
  /** Unique on the site; lower-case letters, digits and hyphens. */
  key: string;
  labels: { singular: Localized; plural: Localized };
  /** One or two sentences for the listing's head and for search engines. */
  descriptions?: Localized;
  /** The first part of its addresses, per language: `estudios`, `studies`. Unused by pages and questions. */
  segments: Localized;
  /** An Iconify name: `lucide:scan`. */
  icon: string;
  fields: FieldDefinition[];
  missingLanguage: MissingLanguagePolicy;
  appearsAs: Appearance;
  /** The schema.org type of an item's page: `Article`, `NewsArticle`, `MedicalTest`. */
  schemaType?: string;
}
