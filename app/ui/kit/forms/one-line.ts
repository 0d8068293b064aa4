/** A text with each of its line breaks, and the white space around it, as one space. The lookbehind makes matching linear. */
export function asOneLine(text: string): string {
  return text.replace(/(?<!\s)\s*[\r\n]+\s*/g, ' ');
}
