import type { LanguageContent } from '../content/item.ts';
import { emptyLanguage } from '../content/start-language.ts';
import type { TranslationLinks } from '../content/translation-link.ts';
import type { TranslationCounts } from '../content/translation-report.ts';
import type { Locale } from '../locales/locale.ts';
import { linkTo } from './link-units.ts';
import { COVER_ALT, unitsOf } from './units.ts';

type KeptLanguage = LanguageContent & { links?: TranslationLinks; translation?: TranslationCounts };

/** The stored form of an item or version from when the cover's alternative text was shared by the languages. */
export interface FormerlyKept {
  cover?: { media: string; alt?: { [locale: Locale]: string } };
  languages: { [locale: Locale]: KeptLanguage };
}

/**
 * Migrates an item or version: moves each alternative text of the cover to its language. Existing texts of a language are kept.
 * Texts of several languages count as translations of each other. Other forms are returned unchanged.
 * @param sourceLanguage of the item, if known
 */
export function withOwnCoverAlts<T extends FormerlyKept>(kept: T, sourceLanguage: Locale | undefined): T {
  const { alt, ...cover } = kept.cover ?? {};
  if (!alt) return kept;
  const texts = Object.fromEntries(Object.entries(alt).filter(([, text]) => text.trim() !== ''));
  const languages: FormerlyKept['languages'] = { ...kept.languages };
  for (const [language, coverAlt] of Object.entries(texts)) {
    languages[language] = { ...(languages[language] ?? started(kept)), coverAlt };
  }
  const source = sourceLanguage === undefined ? undefined : languages[sourceLanguage];
  for (const [language, content] of Object.entries(languages)) {
    if (source && content !== source) languages[language] = linked(source, content);
  }
  return { ...kept, cover, languages };
}

/** An empty language in the form of the others: those of a saved version have no state. */
function started({ languages }: FormerlyKept): KeptLanguage {
  const { state, revision, ...content } = emptyLanguage();
  const isItem = Object.values(languages).some((language) => 'state' in language);
  return isItem ? ({ ...content, state, revision } as KeptLanguage) : content;
}

/** A translation with a link to the source's alternative text, counted if units were counted before. */
function linked(source: KeptLanguage, content: KeptLanguage): KeptLanguage {
  const [from] = unitOf(source);
  const [to] = unitOf(content);
  const state = to ? (from ? 'current' : 'extra') : from && 'missing';
  const { links, translation } = content;
  return {
    ...content,
    ...(from && to && { links: { ...links, [COVER_ALT]: linkTo(from) } }),
    ...(state && translation && { translation: { ...translation, [state]: translation[state] + 1 } }),
  };
}

function unitOf({ coverAlt }: KeptLanguage) {
  const { title, slug, summary, body, seo, fields } = emptyLanguage();
  return unitsOf(
    { title, slug, summary, body, seo, fields, ...(coverAlt !== undefined && { coverAlt }) },
    { fields: [] },
  );
}
