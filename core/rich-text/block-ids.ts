import { contentHash } from '../documents/content-hash.ts';
import { matchBlocks } from './match-blocks.ts';
import { nodeText } from './plain-text.ts';
import type { RichText, RichTextNode } from './rich-text.ts';

/** Creates the id of a new block from a seed that is unique on the site. */
export type BlockIdGenerator = (seed: string) => string;

/** An id derived from the seed alone: 12 characters of 0–9 and a–z. */
export const deterministicBlockId: BlockIdGenerator = (seed) => contentHash(seed).slice(-12);

/**
 * Assigns ids to all blocks. A block keeps its id; one without takes that of the matching block of `previous` (`matchBlocks`),
 * or else a new one. Of duplicate ids, the first block keeps it.
 */
export function assignBlockIds(
  richText: RichText,
  options: { seed: string; generate: BlockIdGenerator; previous?: RichText | undefined },
): RichText {
  const taken = new Set<string>();
  const kept = richText.content.map((block) => {
    const id = blockId(block);
    if (id === undefined || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  const former = formerIds(richText, kept, options.previous);
  for (const id of former.values()) taken.add(id);
  const occurrences = new Map<string, number>();
  return {
    type: 'doc',
    content: richText.content.map((block, index) => {
      const contents = blockHash(block);
      let id = kept[index] ?? former.get(index);
      while (id === undefined) {
        const occurrence = (occurrences.get(contents) ?? 0) + 1;
        occurrences.set(contents, occurrence);
        const candidate = options.generate(`${options.seed}:${contents}:${occurrence}`);
        if (!taken.has(candidate)) id = candidate;
      }
      taken.add(id);
      return { ...block, attrs: { ...block.attrs, id } };
    }),
  };
}

/** The persistent id of a block. */
export function blockId(block: RichTextNode): string | undefined {
  const id = block.attrs?.id;
  return typeof id === 'string' ? id : undefined;
}

/** The ids of the blocks of a text; none if there is no text. */
export function blockIdsOf(text: RichText | undefined): Set<string> {
  return new Set(text?.content.flatMap((block) => blockId(block) ?? []));
}

/** A hash of a block's contents without its id. */
function blockHash(block: RichTextNode): string {
  return contentHash({ ...block, attrs: { ...block.attrs, id: undefined } });
}

/** Unused ids of `previous`, by the index of the block that takes them over. */
function formerIds(
  richText: RichText,
  kept: (string | undefined)[],
  previous: RichText | undefined,
): Map<number, string> {
  const blockOf = (block: RichTextNode, id: string | undefined) => ({
    kind: block.type,
    text: nodeText(block),
    hash: blockHash(block),
    id,
  });
  const before = (previous?.content ?? []).map((block) => blockOf(block, blockId(block)));
  const after = richText.content.map((block, index) => blockOf(block, kept[index]));
  const ids = new Map<number, string>();
  const given = new Set(kept);
  for (const [index, former] of matchBlocks(before, after)) {
    const id = before[former]?.id;
    if (kept[index] !== undefined || id === undefined || given.has(id)) continue;
    given.add(id);
    ids.set(index, id);
  }
  return ids;
}
