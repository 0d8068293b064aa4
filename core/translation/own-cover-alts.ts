import type { LanguageContent } from '../content/item.ts';
import { emptyLanguage } from '../content/start-language.ts';
import type { TranslationLinks } from '../content/translation-link.ts';
import type { TranslationCounts } from '../content/translation-report.ts';
import type { Locale } from '../locales/locale.ts';
import { linkTo } from './link-units.ts';
import { COVER_ALT, unitsOf } from './units.ts';

type KeptLanguage = LanguageContent & { links?: TranslationLinks; translation?: TranslationCounts };

/** An item or a version of one, as they were kept while the languages shared what the cover was said to show. */
export interface FormerlyKept {
  cover?: { media: string; alt?: { [locale: Locale]: string } };
  languages: { [locale: Locale]: KeptLanguage };
}

/**
 * An item or a version with each text of `cover.alt` in the language that it is in; a language that says nothing else
 * begins with it. Texts that stood beside each other count as translations of each other. What was kept otherwise stays
 * as it is.
 * @param sourceLanguage of the item, where that is known
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

/** A language as the others are kept: those of a version have no state of their own. */
function started({ languages }: FormerlyKept): KeptLanguage {
  const { state, revision, ...content } = emptyLanguage();
  const isItem = Object.values(languages).some((language) => 'state' in language);
  return isItem ? ({ ...content, state, revision } as KeptLanguage) : content;
}

/** A translation that remembers what the source says of the cover, and has it counted where it was counted before. */
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
