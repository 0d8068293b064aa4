import { contentHash } from '../content/content-hash.ts';
import type { RichText, RichTextNode } from './rich-text.ts';

/** Makes the id of a new block from a text that is different for every block of the site. */
export type BlockIdGenerator = (seed: string) => string;

/** An id that follows from the seed alone: 12 characters of 0–9 and a–z. */
export const deterministicBlockId: BlockIdGenerator = (seed) => contentHash(seed).slice(-12);

/**
 * The text with an id on each of its blocks. A block keeps the id that it has; one without takes that of the block of
 * `previous` with the same contents (the first not yet taken), and else a new one. An id that stands twice is kept by
 * the first of its blocks.
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
  const former = idsByContents(options.previous);
  const occurrences = new Map<string, number>();
  return {
    type: 'doc',
    content: richText.content.map((block, index) => {
      const contents = blockHash(block);
      let id = kept[index];
      while (id === undefined && former.get(contents)?.length) {
        const candidate = former.get(contents)?.shift();
        if (candidate !== undefined && !taken.has(candidate)) id = candidate;
      }
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

/** The lasting id of a block. */
export function blockId(block: RichTextNode): string | undefined {
  const id = block.attrs?.id;
  return typeof id === 'string' ? id : undefined;
}

/** A fingerprint of what a block says, whatever its id. */
function blockHash(block: RichTextNode): string {
  return contentHash({ ...block, attrs: { ...block.attrs, id: undefined } });
}

function idsByContents(previous: RichText | undefined): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const block of previous?.content ?? []) {
    const id = blockId(block);
    if (id === undefined) continue;
    const contents = blockHash(block);
    ids.set(contents, [...(ids.get(contents) ?? []), id]);
  }
  return ids;
}
