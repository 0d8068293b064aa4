import type { Locale } from '../locales/locale.ts';
import type { Cover, FieldValues, LanguageContent } from './item.ts';
import type { MinorEdit, TranslationLinks } from './translation-link.ts';

/** What one language says in a version, with what it remembers of its source. */
export interface VersionLanguage extends LanguageContent {
  links?: TranslationLinks;
  minorEdits?: MinorEdit[];
}

/** What a language says and remembers, without how it stands. */
export function textsOf(language: VersionLanguage): VersionLanguage {
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

/** An item as it stood in the workshop at a moment that somebody wanted to keep, all languages and what they share. */
export interface Version {
  itemId: string;
  /** `before-restore`: kept by itself, because something older took the draft's place. */
  kind: 'named' | 'before-restore';
  /** Empty for one that was kept by itself. */
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  by: { id: string; name: string };
  /** The line under the title, empty where there was none; missing in versions that were kept without it. */
  author?: string;
  tags: string[];
  cover?: Cover;
  fields: FieldValues;
  languages: { [locale: Locale]: VersionLanguage };
}
