/** Module state, because names depend on the language alone, and creating their source takes longer than most components. */
const names = new Map<string, Intl.DisplayNames>();

/** The name of a language in another: `es-MX`, `en-US` → "inglés". Without the region. */
export function languageName(inLanguage: string, language: string): string {
  let source = names.get(inLanguage);
  if (!source) {
    source = new Intl.DisplayNames(inLanguage, { type: 'language' });
    names.set(inLanguage, source);
  }
  return source.of(new Intl.Locale(language).language) ?? language;
}

/** The same as a label, capitalized: "Inglés". */
export function languageLabel(inLanguage: string, language: string): string {
  const name = languageName(inLanguage, language);
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
}
