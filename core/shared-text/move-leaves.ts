import { increasingPositions } from '../rich-text/increasing-positions.ts';
import type { PlacedLeaf, TextReading } from './read-leaves.ts';
import type { Segment } from './segments.ts';
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
 */
export function moveLeaves(
  shared: SharedText,
  reading: TextReading,
  after: readonly Leaf[],
  newId: () => string,
): void {
  const placed = new Map(reading.leaves.map((leaf, index) => [leaf.key, { leaf, index }]));
  const wanted = after.flatMap(({ key }) => placed.get(key) ?? []);
  const spans = spansOf(reading);
  const staying = stayingPositions(wanted, spans);
  if (staying.size === wanted.length) return;
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
  let at = startOf(reading);
  let reach = -1;
  for (const [position, { leaf }] of wanted.entries()) {
    if (staying.has(position)) {
      const head = rehomed.get(leaf.segments[0]);
      if (head) registers.set(REGISTER.place(head.key), addSlot(at));
      const end = spans(leaf)?.end ?? -1;
      if (end > reach) at = endOf(leaf, at);
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
function runsWithin(
  { segments, ordered, leaves }: TextReading,
  parts: readonly Part[],
): Map<Segment | undefined, Segment> {
  const slots = new Set(
    parts.flatMap(({ first, last }) =>
      segments.slice(first.index, last.index + 1).flatMap((each) => each.slots.map(({ id }) => id)),
    ),
  );
  const shown = new Set(leaves.map((leaf) => leaf.segments[0]));
  const heads = new Map<Segment | undefined, Segment>();
  for (const { place, segments: own } of new Set(segments.map(ordered.runOf))) {
    const [head] = own;
    if (head && place !== undefined && slots.has(place))
      heads.set(
        own.find((each) => shown.has(each)),
        head,
      );
  }
  return heads;
}

/** The index in front of everything. */
function startOf({ segments: [start] }: TextReading): number {
  return start?.slots[0]?.at ?? start?.end ?? 0;
}

/** The index behind a leaf block, in front of what was placed there. */
function endOf({ segments }: PlacedLeaf, otherwise: number): number {
  const last = segments.at(-1);
  return last ? (last.slots[0]?.at ?? last.end) : otherwise;
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
