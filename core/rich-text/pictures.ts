import type { RichTextNode } from './rich-text.ts';

/** The ids of the media files that a node shows, in the order of the text. */
export function pictures(node: RichTextNode): string[] {
  const own = node.type === 'image' && typeof node.attrs?.media === 'string' ? [node.attrs.media] : [];
  return [...own, ...(node.content ?? []).flatMap(pictures)];
}
