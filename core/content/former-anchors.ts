import { blockId } from '../rich-text/block-ids.ts';
import { headingEntries } from '../rich-text/headings.ts';
import { isRichText, type RichText } from '../rich-text/rich-text.ts';
import type { FieldValues } from './item.ts';

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
  fields: FieldValues;
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
