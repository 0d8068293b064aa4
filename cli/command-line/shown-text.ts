/** What overwrites the line of progress before, on a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is looked for
const OVERWRITING = /^\r(?:\u001b\[K)?/;

/** Control characters, and those that change the direction of what follows. */
const OBEYED = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as a terminal shows it: characters that the terminal would obey, in names and texts of strangers, become escapes, which
 * JSON reads as the same text.
 */
export function shownText(text: string): string {
  const start = OVERWRITING.exec(text)?.[0] ?? '';
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return start + text.slice(start.length).replace(OBEYED, escaped);
}
