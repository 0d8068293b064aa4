/** Control characters but tabs and line breaks. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/** Without what is invisible. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** What somebody typed into a field of several lines: lines end with `\n`, nothing invisible, no space around it. */
export function typedLines(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n')).trim();
}
