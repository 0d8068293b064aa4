/** What a language is called in another: `es-MX`, `en-US` → "inglés". Without the region, which says nothing here. */
export function languageName(inLanguage: string, language: string): string {
  const base = new Intl.Locale(language).language;
  return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(base) ?? language;
}

/** The same where it stands by itself, as a label or an option: "Inglés". */
export function languageLabel(inLanguage: string, language: string): string {
  const name = languageName(inLanguage, language);
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
}
