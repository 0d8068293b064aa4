/** Languages that write nouns with a capital letter wherever they stand. */
const CAPITAL_NOUNS = /^(?:de|lb|nds|gsw)(?:-|$)/i;

/** A label, such as the name of a content type, as it is written in the middle of a sentence. @param language its BCP 47 tag */
export function labelInSentence(label: string, language: string): string {
  return CAPITAL_NOUNS.test(language) ? label : label.toLocaleLowerCase(language);
}
