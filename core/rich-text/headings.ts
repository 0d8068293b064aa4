import { createFreeNames } from '../content-types/free-name.ts';
import { foldToAscii } from '../content-types/slugs.ts';
import { decodePart } from '../locales/localized-path.ts';
import { nodeText } from './plain-text.ts';
import type { RichText, RichTextNode } from './rich-text.ts';

/** An entry of a table of contents. */
export interface HeadingEntry {
  /** Unique in the text; for `id` and `#…`. */
  anchor: string;
  level: number;
  text: string;
}

/** Maximum characters of an anchor, without a number. */
const MAX_ANCHOR = 80;

/** The anchor of a heading: its words in Latin letters, or in its own where these have none. */
function anchorOf(text: string, prefix = ''): string {
  const own =
    foldToAscii(text) ||
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu)
      ?.join('-');
  const anchor = [foldToAscii(prefix), own].filter(Boolean).join('-').slice(0, MAX_ANCHOR);
  return anchor.replace(/(?:-|[\uD800-\uDBFF])+$/, '') || 'section';
}

/** The anchor of the heading that a fragment leads to: however it is spelled, percent-encoded or not. */
export function anchorOfFragment(fragment: string): string {
  return anchorOf(decodePart(fragment));
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
    const anchor = freeName(anchorOf(text, prefix));
    taken.add(anchor);
    entries.set(node, { anchor, level: Number(node.attrs?.level ?? 2), text });
  }
  return entries;
}

/** The table of contents of a text. */
export function headings(richText: RichText): HeadingEntry[] {
  return [...headingEntries(richText).values()];
}
