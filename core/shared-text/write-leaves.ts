import { areSameLeaves, keysOf } from './leaf-nodes.ts';
import { moveLeaves, moveOutOfOthers } from './move-leaves.ts';
import { type PlacedLeaf, readLeaves, type TextReading } from './read-leaves.ts';
import { formatChange } from './runs.ts';
import { markCharacters } from './segments.ts';
import { type Format, HARD_BREAK, type Leaf, REGISTER, type SequenceChange, type SharedText } from './shared-text.ts';
import { writeKinds, writeNewContainers } from './write-kinds.ts';
import { type WriteOptions, writeText } from './write-text.ts';

/** Attempts to reach the given leaf blocks. One suffices, except if segments of moved blocks are in an unusual order. */
const MAX_ROUNDS = 2;

/**
 * Changes a shared text where it differs from the given leaf blocks. What stays is not touched, so that concurrent changes of it
 * are kept. To be called within a transaction.
 * @returns the text as it is then, which can differ from the given blocks where those are not valid
 */
export function writeLeaves(shared: SharedText, after: readonly Leaf[], options: WriteOptions): TextReading {
  let reading = readLeaves(shared);
  if (areSameLeaves(reading.leaves, after)) return reading;
  if (markAll(shared, reading)) reading = readLeaves(shared);
  if (isReordered(reading, after)) reading = moveOutOfOthers(shared, reading, options.newId);
  for (let round = 0; round < MAX_ROUNDS && !areSameLeaves(reading.leaves, after); round++) {
    if (revive(shared, reading, after)) reading = readLeaves(shared);
    writeText(shared, reading, after, options);
    writeKinds(shared, reading, after);
    reading = readLeaves(shared);
    if (areSameLeaves(reading.leaves, after)) break;
    writeFormats(shared, reading, after);
    reading = moveLeaves(shared, reading, after, options.newId);
  }
  return reading;
}

/** Keeps a block that somebody removed without having seen all of its characters, where it is shown. To be called within a transaction. */
export function keepRemoved(shared: SharedText, key: string, newId: () => string): void {
  moveOutOfOthers(shared, readLeaves(shared), newId);
  shared.registers.delete(REGISTER.state(key));
}

/** Gives a marker to characters that have none of their own. @returns whether there were some */
function markAll({ flow, registers }: SharedText, { leaves, segments }: TextReading): boolean {
  const marks: { at: number; block: string }[] = [];
  for (const { key, path, pieces, segments: own } of leaves) {
    const [first] = pieces;
    if (own.length > 0 || !first) continue;
    marks.push({ at: first.at, block: key });
    writeNewContainers(registers, path);
    if (path.length > 0) registers.set(REGISTER.path(key), keysOf(path));
  }
  for (const { key, marker, start } of segments) {
    if (marker && key !== '' && key !== marker.block) marks.push({ ...marker, at: start, block: key });
  }
  // From the end, so that each index is valid.
  for (const { at, ...marker } of marks.sort((a, b) => b.at - a.at)) markCharacters(flow, at, marker);
  const [start] = segments;
  const isUnmarked = start !== undefined && !start.marker && start.text !== '';
  if (isUnmarked) markCharacters(flow, 0);
  return isUnmarked || marks.length > 0;
}

/** Shows blocks again that were removed, or joined to a block that they now follow again. @returns whether there were some */
function revive({ registers }: SharedText, { leaves, segments }: TextReading, after: readonly Leaf[]): boolean {
  const shown = new Set(leaves.map(({ key }) => key));
  const present = new Set(segments.map(({ key }) => key));
  const hidden = after.filter(({ key }) => present.has(key) && !shown.has(key));
  for (const { key } of hidden) registers.delete(REGISTER.state(key));
  return hidden.length > 0;
}

/** Whether the blocks in a text change, or a removed block is kept because somebody empties it. */
function isReordered({ leaves }: TextReading, after: readonly Leaf[]): boolean {
  return (
    !haveSameOrder(leaves, after) ||
    leaves.some(({ isRemoved, text }, index) => isRemoved && text !== '' && after[index]?.text === '')
  );
}

function haveSameOrder(before: readonly Leaf[], after: readonly Leaf[]): boolean {
  return before.length === after.length && before.every(({ key }, index) => key === after[index]?.key);
}

/** Formats characters of leaf blocks where their marks differ. The characters have to be the same already. */
function writeFormats({ flow }: SharedText, { leaves }: TextReading, after: readonly Leaf[]): void {
  const before = new Map(leaves.map((leaf) => [leaf.key, leaf]));
  const changes = after.flatMap((leaf) => {
    const former = before.get(leaf.key);
    const isSame = former?.text !== leaf.text || JSON.stringify(former.runs) === JSON.stringify(leaf.runs);
    return former && !isSame ? formatChanges(former, leaf) : [];
  });
  const delta: SequenceChange[] = [];
  let at = 0;
  for (const { start, length, attributes } of changes.sort((a, b) => a.start - b.start)) {
    if (start > at) delta.push({ retain: start - at });
    delta.push({ retain: length, attributes });
    at = start + length;
  }
  if (delta.length > 0) flow.applyDelta(delta);
}

interface FormatChange {
  /** In the sequence. */
  start: number;
  length: number;
  attributes: Format;
}

function formatChanges({ pieces }: PlacedLeaf, { runs }: Leaf): FormatChange[] {
  const changes: FormatChange[] = [];
  /** The first of the pieces that the run may reach, and its offset. */
  let [next, offset] = [0, 0];
  let from = 0;
  for (const { text, marks } of runs) {
    const to = from + text.length;
    for (let piece = pieces[next]; piece && offset < to; piece = pieces[next]) {
      const end = offset + piece.text.length;
      const start = Math.max(from, offset);
      const length = Math.min(to, end) - start;
      const attributes = length > 0 && text !== HARD_BREAK ? formatChange(piece.marks, marks) : undefined;
      if (attributes) changes.push({ start: piece.at + start - offset, length, attributes });
      if (end > to) break;
      next++;
      offset = end;
    }
    from = to;
  }
  return changes;
}
