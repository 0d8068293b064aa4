const KEPT = /(<(pre|script|style)\b[\s\S]*?<\/\2>)/gi;
const NAMES =
  'address|article|aside|audio|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|object|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video';
const STARTS_WITH_BLOCK = new RegExp(`^<(?:/?(?:${NAMES})\\b|!--)`, 'i');
const ENDS_WITH_BLOCKS = new RegExp(`(?:\\s*</(?:${NAMES})>)+\\s*$`, 'i');
const ENDS_WITH_TAG = new RegExp(`</?(?:${NAMES}|br)\\b[^<>]*>\\s*$`, 'i');

/**
 * Makes paragraphs where the classic editor of WordPress shows them: at blank lines; other line breaks are `<br>`. Keeps the number of
 * lines.
 */
export function autoParagraphs(html: string): string {
  return html
    .split(KEPT)
    .map((part, index) => (index % 3 === 0 ? paragraphs(part) : index % 3 === 1 ? part : ''))
    .join('');
}

function paragraphs(html: string): string {
  return html
    .split(/(\n[ \t]*(?:\n[ \t]*)+)/)
    .map((part, index) => (index % 2 === 1 || part.trim() === '' ? part : paragraph(part)))
    .join('');
}

function paragraph(text: string): string {
  if (STARTS_WITH_BLOCK.test(text.trimStart())) return text;
  const end = ENDS_WITH_BLOCKS.exec(text)?.[0] ?? '';
  const own = text.slice(0, text.length - end.length);
  const isBreak = (before: string, line: string) =>
    before.trim() !== '' && !ENDS_WITH_TAG.test(before.slice(-200)) && !STARTS_WITH_BLOCK.test(line.trimStart());
  const lines = own
    .trimEnd()
    .split('\n')
    .reduce((before, line) => `${before}${isBreak(before, line) ? '<br>' : ''}\n${line}`);
  return `<p>${lines}</p>${end}`;
}
