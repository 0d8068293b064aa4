import type { JsonValue } from '../documents/document-store.ts';
import { itemOfLink, linkTargetProblem } from './link-target.ts';

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

/** The ids of the pictures in a node, those of blocks of the site among them, in the order of the text. */
export function pictures(node: RichTextNode): string[] {
  if (node.type === 'image') return typeof node.attrs?.media === 'string' ? [node.attrs.media] : [];
  if (node.type === 'siteBlock') return siteBlockReferences(node).media;
  return (node.content ?? []).flatMap(pictures);
}

/** The ids of the files that are handed out in a node, in the order of the text. */
export function filesIn({ type, attrs, content = [] }: RichTextNode): string[] {
  if (type === 'file') return typeof attrs?.media === 'string' ? [attrs.media] : [];
  return content.flatMap(filesIn);
}

/** The ids of all files that a node shows: pictures first. */
export function shownIn(node: RichTextNode): string[] {
  return [...pictures(node), ...filesIn(node)];
}

/** The pictures in a node, in the order of the text. */
export function imagesIn(node: RichTextNode): RichTextNode[] {
  return node.type === 'image' ? [node] : (node.content ?? []).flatMap(imagesIn);
}

/** The texts of a picture, in the order in which they are read. */
export const PICTURE_TEXTS = ['alt', 'caption', 'credit'] as const;

/** The texts of a picture that, empty, say that none is wanted: it is decorative, or nothing stands below it. */
const TEXTS = ['alt', 'caption'] as const;

/** The texts that are empty in every picture of a media file in some texts, as `alt {id}`. */
export function emptyTexts(texts: readonly RichTextNode[]): Set<string> {
  const said = texts
    .flatMap(imagesIn)
    .flatMap(({ attrs }) => TEXTS.map((name) => [`${name} ${attrs?.media}`, attrs?.[name]]));
  const empty = new Set(said.flatMap(([key, text]) => (text === '' ? String(key) : [])));
  for (const [key, text] of said) if (text !== '') empty.delete(String(key));
  return empty;
}

/** Makes those texts empty in pictures that lack them. */
export function withEmptyTexts<T extends RichTextNode>(node: T, empty: ReadonlySet<string>): T {
  if (node.type === 'image') {
    const meant = TEXTS.filter((name) => node.attrs?.[name] === undefined && empty.has(`${name} ${node.attrs?.media}`));
    return { ...node, attrs: { ...node.attrs, ...Object.fromEntries(meant.map((name) => [name, ''])) } };
  }
  return node.content ? { ...node, content: node.content.map((child) => withEmptyTexts(child, empty)) } : node;
}

/** The values of a block of the site that are the same in every language, by field. */
interface SiteBlockValues {
  [field: string]: string | number | boolean;
}

/** The words of a block of the site in the language of its text, by field; empty ones are to be written. */
interface SiteBlockWords {
  [field: string]: string;
}

/** The attributes of a `siteBlock`. */
export interface SiteBlockAttributes {
  /** The key of its definition in the configuration. The definition may be gone: its texts keep it. */
  kind: string;
  values: SiteBlockValues;
  words: SiteBlockWords;
}

/** The attributes of a `siteBlock`. */
export function siteBlockAttributesOf({ attrs = {} }: Pick<RichTextNode, 'attrs'>): SiteBlockAttributes {
  return {
    kind: String(attrs.kind),
    values: isRecord(attrs.values) ? (attrs.values as SiteBlockValues) : {},
    words: isRecord(attrs.words) ? (attrs.words as SiteBlockWords) : {},
  };
}

/** The words of a `siteBlock`, in a fixed order. */
export function siteBlockWords(node: RichTextNode): SiteBlockWords {
  const { words } = siteBlockAttributesOf(node);
  return Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The blocks of the site in a node, in the order of the text. */
export function siteBlocksIn(node: RichTextNode): RichTextNode[] {
  return node.type === 'siteBlock' ? [node] : (node.content ?? []).flatMap(siteBlocksIn);
}

/** Whether a text is the id of a media file. */
export function isMediaId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}

/**
 * What a `siteBlock` shows or leads to, whatever its definition says: values that are ids of media files, links to items, of which one
 * value may have several, and addresses of this site.
 */
export function siteBlockReferences(node: Pick<RichTextNode, 'attrs'>): { media: string[]; links: string[] } {
  const texts = Object.entries(siteBlockAttributesOf(node).values)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
  const isLink = (text: string) => /^(?:item:|\/)/.test(text) && linkTargetProblem(text) === undefined;
  return {
    media: texts.filter(isMediaId),
    links: texts.map((text) => text.split(' ')).flatMap((links) => (links.every(isLink) ? links : [])),
  };
}

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The unique ids of the items that a text links to, in the order of the text. */
export function linkedItems(richText: RichText): string[] {
  const ids = new Set<string>();
  for (const href of linkTargets(richText)) {
    const id = itemOfLink(href);
    if (id) ids.add(id);
  }
  return [...ids];
}

/** The unique addresses that a node links to, in the order of the text. */
export function linkTargets(node: RichTextNode): string[] {
  const targets = new Set<string>();
  collectTargets(node, targets);
  return [...targets];
}

function collectTargets(node: RichTextNode, targets: Set<string>): void {
  for (const mark of node.marks ?? []) {
    const href = mark.attrs?.href;
    if (mark.type === 'link' && typeof href === 'string') targets.add(href);
  }
  if (node.type === 'siteBlock') for (const href of siteBlockReferences(node).links) targets.add(href);
  for (const child of node.content ?? []) collectTargets(child, targets);
}
