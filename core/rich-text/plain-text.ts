import type { RichText, RichTextNode } from './rich-text.ts';

/** The text of a node without its marks; blocks inside it stand on lines of their own. */
export function nodeText(node: RichTextNode): string {
  const parts: string[] = [];
  collect(node, parts);
  return parts
    .join('')
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim();
}

/** The text of a rich text: one line for each paragraph, list entry and table cell. For search and reading time. */
export function plainText(richText: RichText): string {
  return nodeText(richText);
}

function collect(node: RichTextNode, parts: string[]): void {
  if (node.type === 'text') {
    parts.push(node.text ?? '');
  } else if (node.type === 'hardBreak') {
    parts.push('\n');
  } else if (node.type === 'image') {
    for (const name of ['alt', 'caption']) {
      const text = node.attrs?.[name];
      if (typeof text === 'string') parts.push(text, '\n');
    }
  } else {
    for (const child of node.content ?? []) collect(child, parts);
    parts.push('\n');
  }
}
