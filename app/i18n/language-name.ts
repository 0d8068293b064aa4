/** The name of a language in another: `es-MX`, `en-US` → "inglés". Without the region. */
export function languageName(inLanguage: string, language: string): string {
  const base = new Intl.Locale(language).language;
  return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(base) ?? language;
}

/** The same as a label, capitalized: "Inglés". */
export function languageLabel(inLanguage: string, language: string): string {
  const name = languageName(inLanguage, language);
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
}
