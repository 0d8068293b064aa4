import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';

export const doc = (...content: RichTextNode[]) => normalizeRichText({ type: 'doc', content });

export const text = (value: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  text: value,
});

export const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
