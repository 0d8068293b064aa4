/** A text of at least so many bytes in UTF-8, three to a character: much of the work on a text takes time by character. */
export function longText(bytes: number): string {
  return '€'.repeat(Math.ceil(bytes / 3));
}
