import type { Locale } from '#core/locales/locale.ts';

/** The languages of the two columns. */
export interface LanguagePair {
  source: Locale;
  translation: Locale;
}

/** The pair to show of the item's languages, the original first: the wanted one, as far as it exists. */
export function pairOf(languages: readonly Locale[], wanted?: Partial<LanguagePair>): LanguagePair {
  const [original = ''] = languages;
  const known = (code: Locale | undefined) => languages.find((one) => one === code);
  const source = known(wanted?.source) ?? original;
  const translation = known(wanted?.translation) ?? languages.find((one) => one !== source) ?? original;
  return arrange(original, source === translation ? { source: original, translation } : { source, translation });
}

/** The pair after a column is given another language: that of the other column changes places with it. */
export function choosePair(
  languages: readonly Locale[],
  pair: LanguagePair,
  side: keyof LanguagePair,
  code: Locale,
): LanguagePair {
  const other = side === 'source' ? 'translation' : 'source';
  const swapped = pair[other] === code ? { [side]: code, [other]: pair[side] } : { ...pair, [side]: code };
  return arrange(languages[0] ?? '', { ...pair, ...swapped });
}

/** The pair with a language that has to be shown. */
export function pairWith(languages: readonly Locale[], pair: LanguagePair, code: Locale | null): LanguagePair {
  if (code === null || !languages.includes(code) || pair.source === code || pair.translation === code) return pair;
  return choosePair(languages, pair, 'translation', code);
}

/** A translation is compared with the original, not the other way round. */
function arrange(original: Locale, { source, translation }: LanguagePair): LanguagePair {
  return translation === original ? { source: translation, translation: source } : { source, translation };
}
