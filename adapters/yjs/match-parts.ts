import { contentHash } from '#core/documents/content-hash.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { longestRise } from './longest-rise.ts';
import { fillBetween } from './match-entries.ts';

/** A unit of a shared node's children: a node, or a text with all of its runs. */
export type Part = { runs: RichTextNode[] } | { node: RichTextNode };

/**
 * Matches each part with a present one, as an increasing list of indexes; `undefined` if there is none. Matches by id, else by
 * equal contents, else the next one of the same kind in between.
 */
export function matchParts(present: (Part | undefined)[], parts: Part[]): (number | undefined)[] {
  const matches: (number | undefined)[] = parts.map(() => undefined);
  const taken = new Set<number>();
  for (const keyOf of [idKey, contentsKey]) {
    const places = new Map<string, number[]>();
    for (const [index, part] of present.entries()) {
      const key = part && !taken.has(index) ? keyOf(part) : undefined;
      if (key !== undefined) places.set(key, [...(places.get(key) ?? []), index]);
    }
    for (const [index, part] of parts.entries()) {
      const key = matches[index] === undefined ? keyOf(part) : undefined;
      const found = key === undefined ? undefined : places.get(key)?.shift();
      if (found === undefined) continue;
      matches[index] = found;
      taken.add(found);
    }
  }
  const kept = new Set(longestRise(matches.flatMap((found) => found ?? [])));
  const rising = matches.map((found) => (found !== undefined && kept.has(found) ? found : undefined));
  return fillBetween(rising, present.length, (index, place) => isAlike(present[index], parts[place]));
}

function idKey(part: Part): string | undefined {
  if ('runs' in part || part.node.attrs?.id === undefined) return undefined;
  return `${part.node.type}:${part.node.attrs.id}`;
}

/** The key of a part's contents without its id. */
function contentsKey(part: Part): string {
  if ('runs' in part) return contentHash(part.runs);
  return contentHash({ ...part.node, attrs: { ...part.node.attrs, id: undefined } });
}

/** Whether both have the same kind and are not known to be different blocks. */
function isAlike(present: Part | undefined, part: Part | undefined): boolean {
  if (!present || !part) return false;
  if ('runs' in part) return 'runs' in present;
  if ('runs' in present || present.node.type !== part.node.type) return false;
  const [id, other] = [present.node.attrs?.id, part.node.attrs?.id];
  return id === undefined || other === undefined || id === other;
}
