import { contentHash } from '#core/documents/content-hash.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { longestRise } from './longest-rise.ts';
import { fillBetween } from './match-entries.ts';

/** What stands in a shared node as one: a node, or a text with all of its runs. */
export type Part = { runs: RichTextNode[] } | { node: RichTextNode };

/**
 * For each part, the index of the one present that becomes it, rising; `undefined` where there is none. It is the one of
 * the same id, else one of the same contents, else the next of its kind in between.
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

/** The same for parts that say the same, whatever their ids. */
function contentsKey(part: Part): string {
  if ('runs' in part) return contentHash(part.runs);
  return contentHash({ ...part.node, attrs: { ...part.node.attrs, id: undefined } });
}

/** Of one kind, and not known to be two different blocks. */
function isAlike(present: Part | undefined, part: Part | undefined): boolean {
  if (!present || !part) return false;
  if ('runs' in part) return 'runs' in present;
  if ('runs' in present || present.node.type !== part.node.type) return false;
  const [id, other] = [present.node.attrs?.id, part.node.attrs?.id];
  return id === undefined || other === undefined || id === other;
}
