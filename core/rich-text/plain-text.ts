import { PICTURE_TEXTS } from './pictures.ts';
import type { RichText, RichTextMark, RichTextNode } from './rich-text.ts';
import { siteBlockAttributesOf, siteBlockWords } from './site-block-attributes.ts';

/** What becomes one line break. The lookbehind makes matching linear: a long run of spaces would take minutes. */
export const LINE_BREAK = /(?<![ \t])[ \t]*\n\s*/g;

/** The text of a node without its marks; blocks inside it are on separate lines. */
export function nodeText(node: RichTextNode): string {
  const parts: string[] = [];
  collectText(node, (text) => parts.push(text));
  return parts.join('').replace(LINE_BREAK, '\n').trim();
}

/** The text of a rich text: one line per paragraph, list entry and table cell. For search and reading time. */
export function plainText(richText: RichText): string {
  return nodeText(richText);
}

/**
 * Passes the texts of a node to `tell`, with a line break after each of its blocks.
 * @param withValues whether the values of blocks of the site are told too, which are not words: `url: https://…`
 */
export function collectText(
  node: RichTextNode,
  tell: (text: string, marks?: RichTextMark[]) => void,
  withValues = false,
): void {
  if (node.type === 'text') {
    tell(node.text ?? '', node.marks);
  } else if (node.type === 'hardBreak') {
    tell('\n');
  } else if (node.type === 'image') {
    for (const name of PICTURE_TEXTS) {
      const text = node.attrs?.[name];
      if (typeof text === 'string') tell(`${text}\n`);
    }
  } else if (node.type === 'siteBlock') {
    for (const words of Object.values(siteBlockWords(node))) tell(`${words}\n`);
    const { values } = siteBlockAttributesOf(node);
    if (withValues) for (const [name, value] of Object.entries(values)) tell(`${name}: ${value}\n`);
  } else {
    for (const child of node.content ?? []) collectText(child, tell, withValues);
    tell('\n');
  }
}
