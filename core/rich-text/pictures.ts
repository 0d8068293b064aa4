import type { RichTextNode } from './rich-text.ts';

/** The ids of the media files in a node, in the order of the text. */
export function pictures(node: RichTextNode): string[] {
  return imagesIn(node).flatMap(({ attrs }) => (typeof attrs?.media === 'string' ? [attrs.media] : []));
}

/** The pictures in a node, in the order of the text. */
export function imagesIn(node: RichTextNode): RichTextNode[] {
  return node.type === 'image' ? [node] : (node.content ?? []).flatMap(imagesIn);
}

/** The media files whose pictures are all decorative in some texts: they have an empty alternative text. */
export function adorningMedia(texts: readonly RichTextNode[]): Set<string> {
  const all = texts.flatMap(imagesIn);
  const adorning = new Set(all.filter(({ attrs }) => attrs?.alt === '').map(({ attrs }) => String(attrs?.media)));
  for (const { attrs } of all) if (attrs?.alt !== '') adorning.delete(String(attrs?.media));
  return adorning;
}

/** Marks pictures of these media files that have no alternative text as decorative. */
export function withAdorning<T extends RichTextNode>(node: T, media: ReadonlySet<string>): T {
  if (node.type === 'image') {
    const isMeant = node.attrs?.alt === undefined && media.has(String(node.attrs?.media));
    return isMeant ? { ...node, attrs: { ...node.attrs, alt: '' } } : node;
  }
  return node.content ? { ...node, content: node.content.map((child) => withAdorning(child, media)) } : node;
}
