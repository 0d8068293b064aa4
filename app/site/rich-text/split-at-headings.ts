import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import type { PreparedText } from './rich-text-view.tsx';

/** Splits a text before each heading of level 2. */
export function splitAtHeadings({ doc }: PreparedText): PreparedText[] {
  const parts: RichTextNode[][] = [];
  for (const block of doc.content) {
    const part = parts.at(-1);
    if (!part || (block.type === 'heading' && block.attrs?.level === 2)) parts.push([block]);
    else part.push(block);
  }
  return parts.map((content) => ({ doc: { type: 'doc', content } }));
}
