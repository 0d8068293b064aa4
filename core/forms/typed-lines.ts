/** Control characters but tabs and line breaks. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/** What somebody typed into a field of several lines: lines end with `\n`, nothing invisible, no space around it. */
export function typedLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim();
}
