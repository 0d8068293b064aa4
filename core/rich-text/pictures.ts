import type { RichTextNode } from './rich-text.ts';
import { siteBlockReferences } from './site-block-attributes.ts';

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
