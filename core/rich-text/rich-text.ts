import type { JsonValue } from '../documents/document-store.ts';

/**
 * A rich text in the editor's JSON format (Tiptap). Every block, that is every direct child of the document, has a persistent
 * `attrs.id`.
 */
export interface RichText {
  type: 'doc';
  content: RichTextNode[];
}

/**
 * Nodes: paragraph, heading (attrs.level 2–4), bulletList, orderedList (attrs.start), listItem, blockquote,
 * callout (attrs.kind: note | tip | important | warning), codeBlock (attrs.language), horizontalRule, hardBreak,
 * table, tableRow, tableHeader, tableCell (attrs.colspan, rowspan, align: left | center | right), image (attrs.media, alt, caption,
 * credit, width: text | wide, crop: 3:2 or 3:2 x1 y9), gallery (of images), file (attrs.media: a file of the library), text,
 * siteBlock (attrs.kind, values, words): a block that the site's configuration defines (`core/site-blocks/site-block.ts`).
 */
export interface RichTextNode {
  type: string;
  attrs?: { [name: string]: unknown };
  content?: RichTextNode[];
  marks?: RichTextMark[];
  text?: string;
}

/** Marks: bold, italic, strike, code, subscript, superscript, link (attrs.href: https:, http:, mailto:, tel:, #…, /…, item:{id}). */
export interface RichTextMark {
  type: string;
  attrs?: { [name: string]: unknown };
}

/** Whether the value of a field has the outer form of a rich text. */
export function isRichText(value: unknown): value is RichText {
  return (value as RichText | null | undefined)?.type === 'doc' && Array.isArray((value as RichText).content);
}

/** A rich text as the value of a field. */
export function richTextValue(text: RichText): JsonValue {
  // Its attributes are JSON, which their type `unknown` does not say.
  return text as unknown as JsonValue;
}
