import { createFreeNames, foldToAscii } from '../content-types/slugs.ts';
import { decodePart } from '../locales/localized-path.ts';
import { blockId } from './block-ids.ts';
import { isRichText, nodeText, type RichText, type RichTextNode } from './rich-text.ts';

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

/** An anchor that a heading had before its words changed. */
export interface FormerAnchor {
  anchor: string;
  /** Id of the heading. */
  block: string;
}

/** Maximum former anchors of a publication; the oldest are forgotten. Some 5 kB of a page. */
export const MAX_FORMER_ANCHORS = 100;

interface Texts {
  body: RichText;
  fields: { [key: string]: unknown };
  formerAnchors?: readonly FormerAnchor[];
}

/** The headings of a publication by their anchors, which are unique; without the id of a block that stands in several texts. */
export function anchorsOf({ body, fields }: Texts): Map<string, string | undefined> {
  const texts = [{ prefix: '', text: body }];
  for (const [prefix, text] of Object.entries(fields)) if (isRichText(text)) texts.push({ prefix, text });
  const found = new Map<string, string | undefined>();
  const seen = new Set<string>();
  for (const { prefix, text } of texts) {
    for (const [node, { anchor }] of headingEntries(text, prefix)) {
      const id = blockId(node);
      if (!found.has(anchor)) found.set(anchor, id === undefined || seen.has(id) ? undefined : id);
      if (id !== undefined) seen.add(id);
    }
  }
  return found;
}

/**
 * The anchors that lead on from the headings of a publication to those of the next one: what was linked to before keeps working.
 * A heading that is called so now wins.
 */
export function formerAnchors(before: Texts | undefined, next: Texts): FormerAnchor[] {
  if (!before) return [];
  const current = anchorsOf(next);
  const blocks = new Set(current.values());
  const kept = new Map<string, FormerAnchor>();
  const last = anchorsOf(before)
    .entries()
    .flatMap(([anchor, block]) => (block === undefined ? [] : [{ anchor, block }]));
  for (const former of [...last, ...(before.formerAnchors ?? [])]) {
    const leads = blocks.has(former.block) && !current.has(former.anchor);
    if (leads && !kept.has(former.anchor)) kept.set(former.anchor, former);
  }
  return [...kept.values()].slice(0, MAX_FORMER_ANCHORS);
}
