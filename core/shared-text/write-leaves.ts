import { increasingPositions } from '../rich-text/increasing-positions.ts';
import { areSameLeaves, formatChange, isSameKind, isSamePath, keysOf } from './leaf-nodes.ts';
import { type PlacedLeaf, readLeaves, type Segment, START, startOf, type TextReading } from './read-leaves.ts';
import {
  type Container,
  type Format,
  HARD_BREAK,
  type Leaf,
  REGISTER,
  type SequenceChange,
  type SharedRegisters,
  type SharedSequence,
  type SharedText,
  writeNewContainers,
} from './shared-text.ts';
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

/** Gives characters at an index a marker: those before the first marker, behind a picture, or behind a marker like another. */
function markCharacters(flow: SharedSequence, at: number, marker: { block: string } = { block: START }): void {
  flow.insertEmbed(at, { type: 'paragraph', ...marker });
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

/** Writes the kinds, attributes and containers of leaf blocks where they differ. The characters are not touched. */
function writeKinds({ registers }: SharedText, { leaves }: TextReading, after: readonly Leaf[]): void {
  const before = new Map(leaves.map((leaf) => [leaf.key, leaf]));
  const containers = new Map(
    leaves.flatMap(({ path }) => path.map((container) => [container.key, container] as const)),
  );
  for (const leaf of after) {
    const former = before.get(leaf.key);
    if (!former) continue;
    writeKind(registers, former, leaf);
    if (!isSamePath(former, leaf)) writePath(registers, former, leaf, containers);
    // Somebody who empties a block that was removed keeps it.
    if (former.isRemoved && former.text !== '' && leaf.text === '') registers.delete(REGISTER.state(leaf.key));
  }
}

function writePath(
  registers: SharedRegisters,
  former: PlacedLeaf,
  { key, path }: Leaf,
  containers: Map<string, Container>,
): void {
  for (const container of path) {
    const present = containers.get(container.key);
    if (present) writeKind(registers, present, container);
    containers.set(container.key, container);
  }
  const isSame =
    path.length === former.path.length && path.every((each, depth) => each.key === former.path[depth]?.key);
  if (isSame) return;
  writeNewContainers(registers, path);
  registers.set(REGISTER.path(key), keysOf(path));
}

function writeKind(registers: SharedRegisters, former: Container, { key, type, attrs }: Container): void {
  if (isSameKind(former, { key: former.key, type, attrs })) return;
  if (former.type !== type) registers.set(REGISTER.type(key), type);
  for (const name of new Set([...Object.keys(former.attrs), ...Object.keys(attrs)])) {
    if (former.attrs[name] !== attrs[name]) registers.set(REGISTER.attribute(key, name), attrs[name] ?? null);
  }
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

/** Segments of a leaf block that stand next to each other. */
interface Part {
  first: Segment;
  last: Segment;
}

/**
 * Moves the leaf blocks that are not in the order of `after`, as few as possible. The characters stay where they are: the block
 * becomes a run that is placed at a new slot. What others split off meanwhile is part of that run; what stood behind the block
 * begins a run of its own.
 * @returns the text as it is then
 */
function moveLeaves(
  shared: SharedText,
  reading: TextReading,
  after: readonly Leaf[],
  newId: () => string,
): TextReading {
  const placed = new Map(reading.leaves.map((leaf, index) => [leaf.key, { leaf, index }]));
  const wanted = after.flatMap(({ key }) => placed.get(key) ?? []);
  return order(shared, reading, { wanted, staying: stayingPositions(wanted, spansOf(reading)) }, newId);
}

/**
 * Moves removed blocks that are shown out of the block in front of them, between whose segments they stand, to its end, where
 * they are shown.
 * @returns the text as it is then
 */
function moveOutOfOthers(shared: SharedText, reading: TextReading, newId: () => string): TextReading {
  const wanted = reading.leaves.map((leaf, index) => ({ leaf, index }));
  const spans = spansOf(reading);
  const staying = new Set<number>();
  let reach = -1;
  for (const [position, { leaf }] of wanted.entries()) {
    const span = spans(leaf);
    if (!span || span.start > reach) staying.add(position);
    if (span) reach = Math.max(reach, span.end);
  }
  return order(shared, reading, { wanted, staying }, newId);
}

function order(shared: SharedText, reading: TextReading, wanted: WantedOrder, newId: () => string): TextReading {
  if (wanted.staying.size === wanted.wanted.length) return reading;
  move(shared, reading, wanted, newId);
  const moved = readLeaves(shared);
  const expected = wanted.wanted.flatMap(({ leaf }) => leaf.segments);
  const segments = moved.leaves.flatMap((leaf) => leaf.segments);
  if (segments.length === expected.length && segments.every(({ key }, index) => key === expected[index]?.key))
    return moved;
  placeAll(shared, expected, newId);
  return readLeaves(shared);
}

/**
 * Places every shown segment anew: for an order that moving a few blocks does not reach, because of what was moved there before.
 */
function placeAll({ flow, registers }: SharedText, segments: readonly Segment[], newId: () => string): void {
  const ids = segments
    .filter(({ marker }) => marker)
    .map(({ key }) => {
      const id = newId();
      registers.set(REGISTER.head(key), true);
      registers.set(REGISTER.place(key), id);
      return id;
    });
  for (const id of ids.toReversed()) flow.insertEmbed(0, { slot: id });
}

interface WantedOrder {
  wanted: readonly { leaf: PlacedLeaf; index: number }[];
  /** The positions of those that stay where they stand. */
  staying: ReadonlySet<number>;
}

function move(shared: SharedText, reading: TextReading, { wanted, staying }: WantedOrder, newId: () => string): void {
  const spans = spansOf(reading);
  /** New slots by the index at which they are inserted, in their order. */
  const slots = new Map<number, string[]>();
  const addSlot = (at: number): string => {
    const id = newId();
    slots.set(at, [...(slots.get(at) ?? []), id]);
    return id;
  };
  const { registers } = shared;
  const moved = new Set<Segment>();
  const followers: { part: Part; formerPlace: string | undefined }[] = [];
  const rehomed = runsWithin(
    reading,
    wanted.flatMap(({ leaf }, position) => (staying.has(position) ? [] : partsOf(reading, leaf))),
  );
  let at = startOf(reading.segments);
  let reach = -1;
  for (const [position, { leaf }] of wanted.entries()) {
    if (staying.has(position)) {
      for (const [index, segment] of leaf.segments.entries()) {
        const head = rehomed.get(segment);
        const former = leaf.segments[index - 1];
        if (head) registers.set(REGISTER.place(head.key), addSlot(former ? endOf(former) : at));
      }
      const end = spans(leaf)?.end ?? -1;
      const last = leaf.segments.at(-1);
      if (last && end > reach) at = endOf(last);
      reach = Math.max(reach, end);
      continue;
    }
    for (const part of partsOf(reading, leaf)) {
      const place = registers.get(REGISTER.place(part.first.key));
      followers.push({ part, formerPlace: typeof place === 'string' ? place : undefined });
      moved.add(part.first);
      registers.set(REGISTER.head(part.first.key), true);
      registers.set(REGISTER.place(part.first.key), addSlot(at));
    }
  }
  for (const { part, formerPlace } of followers) keepFollower(part, formerPlace);
  for (const [index, ids] of [...slots].sort(([a], [b]) => b - a)) {
    for (const id of ids.toReversed()) shared.flow.insertEmbed(index, { slot: id });
  }

  /** Makes what stands behind a moved part a run of its own, where it is shown now. */
  function keepFollower({ first, last }: Part, formerPlace: string | undefined): void {
    const next = reading.segments[last.index + 1];
    const run = reading.ordered.runOf(last);
    if (!next || moved.has(next) || reading.ordered.runOf(next) !== run) return;
    registers.set(REGISTER.head(next.key), true);
    if (run.place === undefined) return;
    const place = run.segments[0] === first ? formerPlace : addSlot(first.at);
    if (place !== undefined) registers.set(REGISTER.place(next.key), place);
  }
}

interface Span {
  start: number;
  end: number;
}

/** Finds from where to where the segments of a leaf block are in the order of the text. */
function spansOf({ ordered }: TextReading): (leaf: PlacedLeaf) => Span | undefined {
  const places = new Map(ordered.order.map((segment, place) => [segment, place]));
  return ({ segments }) => {
    const [first, last] = [segments[0], segments.at(-1)];
    return first && last && { start: places.get(first) ?? 0, end: places.get(last) ?? 0 };
  };
}

/**
 * The positions in `wanted` of blocks that stay. A removed block that is shown can stand between two segments of the block
 * before it: nothing comes between the two unless it is moved too.
 */
function stayingPositions(
  wanted: readonly { leaf: PlacedLeaf; index: number }[],
  spans: (leaf: PlacedLeaf) => Span | undefined,
): Set<number> {
  const moved = new Set<number>();
  while (true) {
    const candidates = [...wanted.keys()].filter((position) => !moved.has(position));
    const staying = new Set(
      increasingPositions(candidates.map((position) => wanted[position]?.index as number)).map(
        (index) => candidates[index] as number,
      ),
    );
    let reach = -1;
    let isInterrupted = false;
    let isDone = true;
    for (const [position, { leaf }] of wanted.entries()) {
      const span = spans(leaf);
      if (!staying.has(position)) isInterrupted = true;
      else if (span && span.start < reach && isInterrupted) {
        moved.add(position);
        isDone = false;
      } else if (span && span.end > reach) {
        reach = span.end;
        isInterrupted = false;
      }
    }
    if (isDone) return staying;
  }
}

/** The runs that were placed at slots of moved parts and would move with them: the head of each by its first shown segment. */
function runsWithin({ segments, ordered, leaves }: TextReading, parts: readonly Part[]): Map<Segment, Segment> {
  const slots = new Set(
    parts.flatMap(({ first, last }) =>
      segments.slice(first.index, last.index + 1).flatMap((each) => each.slots.map(({ id }) => id)),
    ),
  );
  const shown = new Set(leaves.flatMap((leaf) => leaf.segments));
  const heads = new Map<Segment, Segment>();
  for (const { place, segments: own } of new Set(segments.map(ordered.runOf))) {
    const [head] = own;
    const first = own.find((each) => shown.has(each));
    if (head && first && place !== undefined && slots.has(place)) heads.set(first, head);
  }
  return heads;
}

/** The index behind a segment, in front of what was placed there. */
function endOf({ slots, end }: Segment): number {
  return slots[0]?.at ?? end;
}

function partsOf({ segments, ordered }: TextReading, leaf: PlacedLeaf): Part[] {
  const own = new Set(leaf.segments);
  const parts: Part[] = [];
  for (const segment of leaf.segments) {
    const last = parts.at(-1);
    const isNext =
      last &&
      ordered.runOf(last.first) === ordered.runOf(segment) &&
      segments.slice(last.last.index + 1, segment.index).every((between) => own.has(between) || between.text === '');
    if (last && isNext && segment.index > last.last.index) last.last = segment;
    else parts.push({ first: segment, last: segment });
  }
  return parts;
}
