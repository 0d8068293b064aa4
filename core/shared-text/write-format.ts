import type { PlacedLeaf, TextReading } from './read-leaves.ts';
import { formatChange } from './runs.ts';
import { HARD_BREAK, type Leaf, type SharedText } from './shared-text.ts';

/** Formats characters of leaf blocks where their marks differ. The characters have to be the same already. */
export function writeFormats({ flow }: SharedText, { leaves }: TextReading, after: readonly Leaf[]): void {
  const before = new Map(leaves.map((leaf) => [leaf.key, leaf]));
  for (const leaf of after) {
    const former = before.get(leaf.key);
    if (former?.text === leaf.text && JSON.stringify(former.runs) !== JSON.stringify(leaf.runs))
      formatLeaf(flow, former, leaf);
  }
}

function formatLeaf(flow: SharedText['flow'], { pieces }: PlacedLeaf, { runs }: Leaf): void {
  let offset = 0;
  const spans = pieces.map(({ at, text, marks }) => {
    const span = { at, marks, from: offset, to: offset + text.length };
    offset = span.to;
    return span;
  });
  let from = 0;
  for (const { text, marks } of runs) {
    const to = from + text.length;
    for (const span of spans) {
      const start = Math.max(from, span.from);
      const end = Math.min(to, span.to);
      const change = start < end && text !== HARD_BREAK ? formatChange(span.marks, marks) : undefined;
      if (change) flow.format(span.at + start - span.from, end - start, change);
    }
    from = to;
  }
}
