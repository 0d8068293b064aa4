import type { Localized } from '../locales/locale.ts';
import { itemOfLink } from '../rich-text/link-target.ts';

/** A block that people can put into texts, beside those of every site: a video, opening hours, a link to a map. */
export interface SiteBlock {
  /** Unique on the site; lower-case letters, digits and hyphens. Its view is `blocks/{key}.tsx`. */
  key: string;
  /** A section of pages that the product brings and shows: `core/site/section-blocks.ts`. */
  isSection?: true;
  /** Its name in the editor. */
  labels: Localized;
  /** An Iconify name: `lucide:square-play`. */
  icon: string;
  /** What people fill in, in order. */
  fields: SiteBlockField[];
  /** Other origins that its view loads from, for the `Content-Security-Policy` of all pages but the admin area. */
  sources?: SiteBlockSources;
}

/** Origins by directive: `{'frame-src': ['https://player.example.org']}`. */
export type SiteBlockSources = { [directive in SourceDirective]?: string[] };

/** Scripts and styles of other origins are not among them: public pages run none. */
export const SOURCE_DIRECTIVES = ['frame-src', 'img-src', 'media-src'] as const;

type SourceDirective = (typeof SOURCE_DIRECTIVES)[number];

interface FieldBase {
  /** Unique in its block, in camelCase. */
  key: string;
  labels: Localized;
  /** What it is for, below its control in the editor. */
  hints?: Localized;
  required?: boolean;
}

export type SiteBlockField = FieldBase &
  (
    | {
        kind: 'text';
        /** `true`: words, which are translated and found by the search. `false`: the same in every language. */
        localized: boolean;
        multiline?: boolean;
        maxLength?: number;
      }
    /** An address that begins with `https://`. */
    | {
        kind: 'url';
        /** Hosts that it may lead to; default: any. */
        hosts?: string[];
      }
    | { kind: 'number'; minimum?: number; maximum?: number }
    | { kind: 'boolean' }
    | { kind: 'date' }
    | { kind: 'choice'; choices: { value: string; labels: Localized }[] }
    /** A topic of the site, by its key. */
    | { kind: 'topic' }
    /** A picture of the library, by the id of its file. */
    | { kind: 'media' }
    /** Where a link of a text, or a field of the kind `link`, may lead: `item:about`, `listing:studies`, `https://example.org`. */
    | { kind: 'link' }
    /** Items in their order, as links with spaces between them: `item:knee-mri item:head-ct`. */
    | { kind: 'items'; most?: number }
  );

/** Maximum items of a field. Source: Meki's own; four rows of three. */
export const MOST_ITEMS = 12;

/** The values of a block by field, as its definition declares them. Fields that are not filled in are missing. */
export interface SiteBlockContents {
  [field: string]: string | number | boolean | undefined;
}

/** The ids of the items that a field of that kind names, in their order. */
export function itemsOf(value: unknown): string[] {
  return String(value ?? '')
    .split(' ')
    .flatMap((link) => itemOfLink(link) ?? []);
}

/** Whether a field has words in the language of the text. */
export function isInWords(field: SiteBlockField): boolean {
  return field.kind === 'text' && field.localized;
}

/** The origins that the blocks of a site load from. */
export function sourcesOf(blocks: readonly SiteBlock[] = []): SiteBlockSources {
  const all = SOURCE_DIRECTIVES.flatMap((directive) => {
    const origins = new Set(blocks.flatMap(({ sources }) => sources?.[directive] ?? []));
    return origins.size > 0 ? [[directive, [...origins]]] : [];
  });
  return Object.fromEntries(all);
}
