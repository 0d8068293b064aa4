import { increasingPositions } from '../rich-text/increasing-positions.ts';
import { type PlacedLeaf, readLeaves, type TextReading } from './read-leaves.ts';
import { type Segment, startOf } from './segments.ts';
import { type Leaf, REGISTER, type SharedText } from './shared-text.ts';

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
export function moveLeaves(
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
export function moveOutOfOthers(shared: SharedText, reading: TextReading, newId: () => string): TextReading {
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
