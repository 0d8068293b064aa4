import { createFreeNames } from '../content-types/free-name.ts';
import { foldToAscii } from '../content-types/slugs.ts';
import { nodeText } from './plain-text.ts';
import type { RichText, RichTextNode } from './rich-text.ts';

/** An entry of a table of contents. */
export interface HeadingEntry {
  /** Unique in the text; for `id` and `#…`. */
  anchor: string;
  level: number;
  text: string;
}

/** The headings of a text in order: each node with its entry. Ignores headings inside of quotes and other blocks. @param prefix of anchors */
export function headingEntries(richText: RichText, prefix = ''): Map<RichTextNode, HeadingEntry> {
  const entries = new Map<RichTextNode, HeadingEntry>();
  const taken = new Set<string>();
  const freeName = createFreeNames(
    (name) => taken.has(name),
    (base, number) => `${base}-${number}`,
  );
  for (const node of richText.content) {
    if (node.type !== 'heading') continue;
    const text = nodeText(node).replace(/\n/g, ' ');
    if (text === '') continue;
    const base = foldToAscii(`${prefix} ${text}`).slice(0, 80).replace(/-+$/, '') || 'section';
    const anchor = freeName(base);
    taken.add(anchor);
    entries.set(node, { anchor, level: Number(node.attrs?.level ?? 2), text });
  }
  return entries;
}

/** The table of contents of a text. */
export function headings(richText: RichText): HeadingEntry[] {
  return [...headingEntries(richText).values()];
}
