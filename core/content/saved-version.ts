import type { z } from 'zod';
import type { savedVersionLanguageSchema, savedVersionSchema } from './item-schema.ts';

/** One language of a saved version, with its translation links. */
export type SavedVersionLanguage = z.infer<typeof savedVersionLanguageSchema>;

/** The texts and translation links of a language, without its state. */
export function textsOf(language: SavedVersionLanguage): SavedVersionLanguage {
  const { title, slug, summary, body, seo, coverAlt, author, fields, links, minorEdits } = language;
  return {
    title,
    slug,
    summary,
    body,
    seo,
    ...(coverAlt !== undefined && { coverAlt }),
    ...(author !== undefined && { author }),
    fields,
    ...(links && { links }),
    ...(minorEdits && { minorEdits }),
  };
}

/** A named snapshot of an item: all languages and the shared fields. */
export type SavedVersion = z.infer<typeof savedVersionSchema>;
