import { increasingPositions } from '../rich-text/increasing-positions.ts';
import type { RichTextMark } from '../rich-text/rich-text.ts';
import { formatOf, isSamePath, keysOf } from './leaf-nodes.ts';
import { type Piece, type PlacedLeaf, type Segment, startOf, type TextReading } from './read-leaves.ts';
import {
  type Leaf,
  REGISTER,
  REMOVED,
  type SequenceChange,
  type SharedText,
  writeNewContainers,
} from './shared-text.ts';
import { textChanges } from './text-changes.ts';

/** Where somebody typed: an offset in the characters of a leaf block. */
export interface Caret {
  key: string;
  offset: number;
}

export interface WriteOptions {
  /** Creates the id of a slot or the key of a block. */
  newId: () => string;
  caret?: Caret | undefined;
}

/** A change of the sequence at an index of its former state. */
type Step =
  | { at: number; remove: number }
  | { at: number; insert: string; marks: RichTextMark[] }
  | { at: number; leaf: Leaf; marks: RichTextMark[] };

/**
 * Changes characters and markers where the given leaf blocks differ: inserts and deletes characters, inserts markers of new
 * blocks, and marks vanished ones as joined or removed. The order of the blocks and their formatting can still differ.
 */
export function writeText(
  shared: SharedText,
  reading: TextReading,
  after: readonly Leaf[],
  options: WriteOptions,
): void {
  const { leaves: before } = reading;
  const former = new Map(before.map((leaf, index) => [leaf.key, index]));
  const kept = after.filter(({ key }) => former.has(key));
  const staying = new Set(
    increasingPositions(kept.map(({ key }) => former.get(key) as number)).map((index) => kept[index]?.key),
  );
  const known = new Set(after.map(({ key }) => key));
  const steps: Step[] = [];
  const groups = groupsOf(
    before.filter(({ key }) => staying.has(key) || !known.has(key)),
    after.filter(({ key }) => staying.has(key) || !former.has(key)),
    staying,
  );
  for (const { key } of kept.filter((leaf) => !staying.has(leaf.key))) {
    const [own, wanted] = [before[former.get(key) ?? -1], after.find((leaf) => leaf.key === key)];
    if (own && wanted) groups.push({ before: [own], after: [wanted] });
  }
  for (const group of groups) {
    steps.push(...stepsOf(shared, group, reading, options));
  }
  applySteps(shared, steps);
}

function applySteps({ flow, registers }: SharedText, steps: Step[]): void {
  const delta: SequenceChange[] = [];
  let at = 0;
  // Sorting keeps the order of what is inserted at one index; it stands in front of what is removed there.
  for (const step of steps.sort((a, b) => a.at - b.at || rank(a) - rank(b))) {
    if (step.at > at) delta.push({ retain: step.at - at });
    at = Math.max(at, step.at);
    if ('remove' in step) {
      delta.push({ delete: step.remove });
      at += step.remove;
    } else if ('insert' in step) {
      delta.push({ insert: step.insert, attributes: formatOf(step.marks) });
    } else {
      delta.push({ insert: markerOf(step.leaf), attributes: formatOf(step.marks) });
      writeNewContainers(registers, step.leaf.path);
    }
  }
  flow.applyDelta(delta);
}

function rank(step: Step): number {
  return 'remove' in step ? 1 : 0;
}

function markerOf({ key, type, attrs, path }: Leaf): object {
  return {
    block: key,
    type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(path.length > 0 && { path: keysOf(path) }),
  };
}

interface Group {
  /** The leaf blocks from one that stays to the next one that does. */
  before: PlacedLeaf[];
  after: Leaf[];
}

function groupsOf(before: PlacedLeaf[], after: Leaf[], staying: ReadonlySet<string | undefined>): Group[] {
  const groups: Group[] = [{ before: [], after: [] }];
  const byKey = new Map<string, Group>();
  for (const leaf of before) {
    if (staying.has(leaf.key)) {
      const group = { before: [], after: [] };
      byKey.set(leaf.key, group);
      groups.push(group);
    }
    groups.at(-1)?.before.push(leaf);
  }
  let current = groups[0] as Group;
  for (const leaf of after) {
    current = byKey.get(leaf.key) ?? current;
    current.after.push(leaf);
  }
  return groups;
}

function stepsOf(shared: SharedText, group: Group, reading: TextReading, { caret }: WriteOptions): Step[] {
  const [first] = group.before;
  const anchor = group.after.find((leaf) => leaf.key === first?.key);
  const from = group.before.map(({ text }) => text).join('');
  const to = group.after.map(({ text }) => text).join('');
  const hasSameBlocks = anchor !== undefined && group.before.length === 1 && group.after.length === 1;
  if (hasSameBlocks && from === to) return [];
  const starts: number[] = [];
  let length = 0;
  for (const { text } of group.after) {
    starts.push(length);
    length += text.length;
  }
  const caretAt = caretIn(group.after, starts, caret);
  const changes = textChanges(from, to, caretAt);
  const place = createPlaces(group.before, anchor !== undefined, reading);
  const beginIn = createBeginnings(group.before, reading);
  const steps: Step[] = [];
  const retained = new Array<boolean>(from.length).fill(true);
  const marksAt = createMarks(group.after);
  /** Inserts the characters of `to` in a range at an offset of `from`, with the markers of the blocks that begin there. */
  const insert = (offset: number, range: { from: number; to: number }, begins: readonly number[]) => {
    let done = range.from;
    const addText = (until: number) => {
      for (let at = done; at < until; ) {
        const { marks, end } = marksAt(at);
        const stop = Math.min(until, end);
        steps.push({ at: place(offset), insert: to.slice(at, stop), marks });
        at = stop;
      }
      done = Math.max(done, until);
    };
    for (const index of begins) {
      addText(starts[index] as number);
      const leaf = group.after[index] as Leaf;
      const at = range.from === range.to ? (beginIn(offset) ?? place(offset)) : place(offset);
      steps.push({ at, leaf, marks: marksAt(Math.max(0, (starts[index] as number) - 1)).marks });
    }
    addText(range.to);
  };
  /** The blocks that begin in a range of `to`; both ends count. */
  let next = anchor ? 1 : 0;
  const beginsThrough = (until: number): number[] => {
    const found: number[] = [];
    while (next < starts.length && (starts[next] as number) <= until) found.push(next++);
    return found;
  };
  let shift = 0;
  for (const change of [...changes, undefined]) {
    const limit = change ? change.index + shift - 1 : to.length;
    for (const index of beginsThrough(limit)) {
      const start = starts[index] as number;
      insert(start - shift, { from: start, to: start }, [index]);
    }
    if (!change) break;
    const at = change.index + shift;
    insert(change.index, { from: at, to: at + change.insert.length }, beginsThrough(at + change.insert.length));
    for (const { at: index, length: count } of physicalRanges(group.before, change.index, change.remove)) {
      steps.push({ at: index, remove: count });
    }
    retained.fill(false, change.index, change.index + change.remove);
    shift += change.insert.length - change.remove;
  }
  markVanished(shared, group, { retained, changes, starts });
  return steps;
}

function caretIn(leaves: readonly Leaf[], starts: readonly number[], caret: Caret | undefined): number | undefined {
  const index = caret ? leaves.findIndex(({ key }) => key === caret.key) : -1;
  return caret && index >= 0 ? (starts[index] as number) + caret.offset : undefined;
}

/** Finds the marks at an offset of the joined characters of leaf blocks, and where they end; mostly asked in their order. */
function createMarks(leaves: readonly Leaf[]): (offset: number) => { marks: RichTextMark[]; end: number } {
  let end = 0;
  const spans = leaves
    .flatMap(({ runs }) => runs)
    .map(({ text, marks }) => {
      end += text.length;
      return { marks, end };
    });
  let last = 0;
  return (offset) => {
    while (last > 0 && (spans[last - 1]?.end ?? 0) > offset) last--;
    while (last < spans.length && (spans[last]?.end ?? 0) <= offset) last++;
    return spans[last] ?? { marks: [], end: offset + 1 };
  };
}

/** Finds the index in the sequence for something that is inserted at an offset: after the character before it. */
function createPlaces(
  before: readonly PlacedLeaf[],
  hasAnchor: boolean,
  { segments, ordered }: TextReading,
): (offset: number) => number {
  const pieces = before.flatMap((leaf) => leaf.pieces);
  const first = before[0]?.segments[0];
  // In front of a marker that begins a run, it would belong to another run.
  const isInside = hasAnchor || (first && ordered.runOf(first).segments[0] === first);
  const start = first ? (isInside ? first.start : first.at) : startOf(segments);
  return (offset) => {
    if (offset === 0) return start;
    let rest = offset;
    for (const piece of pieces) {
      if (rest <= piece.text.length) return piece.at + rest;
      rest -= piece.text.length;
    }
    return start;
  };
}

/**
 * Finds the index for the marker of a block that begins at an offset where the next characters are in a segment that was moved
 * there: in front of these characters.
 */
function createBeginnings(
  before: readonly PlacedLeaf[],
  { ordered }: TextReading,
): (offset: number) => number | undefined {
  const starts = new Map<number, number>();
  let offset = 0;
  for (const { pieces, segments } of before) {
    let last: Segment | undefined;
    for (const { at, text } of pieces) {
      const own = segments.find(({ start, end }) => at >= start && at < end);
      if (own && last && ordered.runOf(own) !== ordered.runOf(last)) starts.set(offset, at);
      last = own;
      offset += text.length;
    }
  }
  return (wanted) => starts.get(wanted);
}

/** The ranges of the sequence that a range of the joined characters takes. */
function physicalRanges(leaves: readonly { pieces: readonly Piece[] }[], from: number, count: number) {
  const ranges: { at: number; length: number }[] = [];
  let offset = 0;
  for (const { at, text } of leaves.flatMap(({ pieces }) => pieces)) {
    const start = Math.max(from, offset);
    const end = Math.min(from + count, offset + text.length);
    if (start < end) ranges.push({ at: at + start - offset, length: end - start });
    offset += text.length;
  }
  return ranges;
}

/** Marks the segments of vanished blocks: joined to the block that has their characters now, or else removed. */
function markVanished(
  { registers }: SharedText,
  { before, after }: Group,
  {
    retained,
    changes,
    starts,
  }: { retained: readonly boolean[]; changes: { index: number; remove: number; insert: string }[]; starts: number[] },
): void {
  const newOffset = (offset: number) =>
    changes.reduce(
      (at, { index, remove, insert }) => (index + remove <= offset ? at + insert.length - remove : at),
      offset,
    );
  const kept = new Set(after.map(({ key }) => key));
  let offset = 0;
  for (const leaf of before) {
    for (const segment of leaf.segments) {
      const length = leaf.pieces
        .filter(({ at }) => at >= segment.start && at < segment.end)
        .reduce((sum, { text }) => sum + text.length, 0);
      const first = retained.indexOf(true, offset);
      const hasText = first >= 0 && first < offset + length;
      offset += length;
      if (kept.has(leaf.key) || segment.key === '') continue;
      const target = hasText ? after[starts.findLastIndex((start) => start <= newOffset(first))] : undefined;
      registers.set(REGISTER.state(segment.key), target ? { joined: target.key } : REMOVED);
      // A segment continues a block of its own table cell only.
      if (target && !isSamePath(leaf, target)) {
        writeNewContainers(registers, target.path);
        registers.set(REGISTER.path(segment.key), keysOf(target.path));
      }
      // Somebody who joins another block to one that was removed keeps it.
      if (target && registers.get(REGISTER.state(target.key)) === REMOVED) registers.delete(REGISTER.state(target.key));
    }
  }
}
