import { enclosedParts } from '../one-pass.ts';

const KEPT = /<(pre|script|style)\b/gi;
const NAMES =
  'address|article|aside|audio|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|object|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video';
const STARTS_WITH_BLOCK = new RegExp(`^<(?:/?(?:${NAMES})\\b|!--)`, 'i');
const END_OF_BLOCK = new RegExp(`^</(?:${NAMES})>$`, 'i');
const ENDS_WITH_TAG = new RegExp(`</?(?:${NAMES}|br)\\b[^<>]*>\\s*$`, 'i');

/**
 * Makes paragraphs where the classic editor of WordPress shows them: at blank lines; other line breaks are `<br>`. Keeps the number of
 * lines.
 */
export function autoParagraphs(html: string): string {
  const parts = enclosedParts(html, KEPT, ([, name]) => `</${name}>`);
  return Array.from(parts, ({ text, opening }) => (opening ? text : paragraphs(text))).join('');
}

function paragraphs(html: string): string {
  return html
    .split(/(\n[ \t]*(?:\n[ \t]*)+)/)
    .map((part, index) => (index % 2 === 1 || part.trim() === '' ? part : paragraph(part)))
    .join('');
}

function paragraph(text: string): string {
  if (STARTS_WITH_BLOCK.test(text.trimStart())) return text;
  const own = withoutEnds(text);
  /** Enough of the text so far to find a tag at its end. */
  let before = '';
  const lines = own.split('\n').map((line) => {
    const isBreak = before.trim() !== '' && !ENDS_WITH_TAG.test(before) && !STARTS_WITH_BLOCK.test(line.trimStart());
    before = `${before}\n${line}`.slice(-200);
    return { line, isBreak };
  });
  const words = lines.map(({ line }, index) => `${line}${lines[index + 1]?.isBreak ? '<br>' : ''}`).join('\n');
  return `<p>${words}</p>${text.slice(own.length)}`;
}

/** The text before the ends of blocks that it ends with, and before the space around them. */
function withoutEnds(text: string): string {
  let own = text.trimEnd();
  for (;;) {
    const at = own.lastIndexOf('</');
    if (at < 0 || !END_OF_BLOCK.test(own.slice(at))) return own;
    own = own.slice(0, at).trimEnd();
  }
}
