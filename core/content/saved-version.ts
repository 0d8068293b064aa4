import type { Locale } from '../locales/locale.ts';
import type { Cover, FieldValues, LanguageContent } from './item.ts';
import type { MinorEdit, TranslationLinks } from './translation-link.ts';

/** One language of a version, with its translation links. */
export interface SavedVersionLanguage extends LanguageContent {
  links?: TranslationLinks;
  minorEdits?: MinorEdit[];
}

/** The texts and translation links of a language, without its state. */
export function textsOf(language: SavedVersionLanguage): SavedVersionLanguage {
  const { title, slug, summary, body, seo, coverAlt, fields, links, minorEdits } = language;
  return {
    title,
    slug,
    summary,
    body,
    seo,
    ...(coverAlt !== undefined && { coverAlt }),
    fields,
    ...(links && { links }),
    ...(minorEdits && { minorEdits }),
  };
}

/** A named snapshot of an item: all languages and the shared fields. */
export interface SavedVersion {
  itemId: string;
  /** `before-restore`: saved automatically because an older state replaced the draft. */
  kind: 'named' | 'before-restore';
  /** Empty if saved automatically. */
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  by: { id: string; name: string };
  /** The byline, empty if there was none; missing in versions that were stored without it. */
  author?: string;
  tags: string[];
  cover?: Cover;
  fields: FieldValues;
  languages: { [locale: Locale]: SavedVersionLanguage };
}
