import { createFreeNames } from '../content-types/slugs.ts';
import { NODE_RULES } from '../rich-text/node-rules.ts';
import type { RichTextMark } from '../rich-text/rich-text.ts';
import { MAX_NODE_DEPTH } from '../rich-text/rich-text-problems.ts';
import {
  createMemberIndex,
  isContainerType,
  isLeafType,
  isTextBlock,
  marksOf,
  mergeRuns,
  readAttributes,
} from './leaf-nodes.ts';
import {
  type Attributes,
  type Container,
  type Leaf,
  REGISTER,
  REMOVED,
  type SharedRegisters,
  type SharedSequence,
  type SharedText,
} from './shared-text.ts';

/** Characters that are next to each other in the sequence and have the same marks. */
export interface Piece {
  /** The index of the first one in the sequence. */
  at: number;
  text: string;
  marks: RichTextMark[];
}

/** A marker with the characters and slots up to the next one. */
export interface Segment {
  key: string;
  /** The position among the segments. */
  index: number;
  /** The marker's values; missing for what is before the first marker. */
  marker?: { block: string; type?: unknown; attrs?: unknown; path?: unknown };
  /** The index of the marker, of the first place after it, and of the end. */
  at: number;
  start: number;
  end: number;
  pieces: Piece[];
  text: string;
  slots: { id: string; at: number }[];
}

/** The key of characters before the first marker; they are there if the person who began the text undid it. */
export const START = 'start';

/** A leaf block as it stands in a shared text. */
export interface PlacedLeaf extends Leaf {
  /** The segments with its characters, in their order. */
  segments: Segment[];
  pieces: Piece[];
  /** Whether somebody removed it without having seen all of its characters. */
  isRemoved: boolean;
}

/** A shared text as read: any state of the shared types gives valid leaf blocks. */
export interface TextReading {
  leaves: PlacedLeaf[];
  /** All segments as they stand in the sequence, shown or not. */
  segments: Segment[];
  ordered: OrderedSegments;
}

/** Reads a shared text. */
export function readLeaves({ flow, registers }: SharedText): TextReading {
  const segments = readSegments(flow);
  const ordered = orderSegments(segments, registers);
  const membersOf = createMemberIndex(registers);
  const groups = joinSegments(ordered, segments, registers, membersOf);
  const readPath = createPathReader(registers);
  const leaves = groups.flatMap(({ own, segments: joined, isRemoved }): PlacedLeaf[] => {
    const [first] = joined as [Segment];
    const block = readBlock(own, registers, membersOf);
    const pieces = joined.flatMap((segment) => segment.pieces);
    const leafOf = (key: string, type: string, attrs: Attributes, shown: Piece[], held = joined): PlacedLeaf => {
      const placement = readPath({ key, type, id: attrs.id }, rawPath(first, registers));
      const runs = mergeRuns(shown, type === 'codeBlock');
      return {
        key,
        type,
        attrs: placement.id === undefined ? withoutId(attrs) : { ...attrs, id: placement.id },
        path: placement.path,
        text: runs.map(({ text }) => text).join(''),
        runs,
        segments: held,
        pieces: shown,
        isRemoved,
      };
    };
    if (!block) return pieces.length > 0 ? [leafOf(own.key, 'paragraph', {}, pieces)] : [];
    if (isTextBlock(block.type)) return [leafOf(own.key, block.type, block.attrs, pieces)];
    const atom = leafOf(own.key, block.type, block.attrs, []);
    // Characters can stand behind a picture, for example if the paragraph that began there was undone.
    return pieces.length > 0 ? [atom, leafOf(`${own.key}~text`, 'paragraph', {}, pieces, [])] : [atom];
  });
  return { leaves, segments, ordered };
}

/** Cuts a sequence at its markers. Unknown embedded objects are ignored. A later marker with the same key gets another key. */
function readSegments(flow: SharedSequence): Segment[] {
  let at = 0;
  let current: Segment = { key: START, index: 0, at: 0, start: 0, end: 0, pieces: [], text: '', slots: [] };
  const segments = [current];
  for (const { insert, attributes } of flow.toDelta()) {
    if (typeof insert === 'string') {
      current.pieces.push({ at, text: insert, marks: marksOf(attributes) });
      current.text += insert;
      at += insert.length;
    } else {
      const embed = isRecord(insert) ? insert : {};
      if (isKey(embed.block)) {
        const { block: key, type, attrs, path } = embed;
        const marker = { block: key, type, attrs, path };
        current = {
          key,
          index: segments.length,
          marker,
          at,
          start: at + 1,
          end: at + 1,
          pieces: [],
          text: '',
          slots: [],
        };
        segments.push(current);
      } else if (isKey(embed.slot)) {
        current.slots.push({ id: embed.slot, at });
      }
      at += 1;
    }
    current.end = at;
  }
  return withoutDuplicates(segments);
}

/** The index in front of everything that is shown, or was moved to the start. */
export function startOf([start]: readonly Segment[]): number {
  return start?.slots[0]?.at ?? start?.end ?? 0;
}

/** Of several segments with a key, empty ones are hidden; this happens when two editors make the same repair. */
function withoutDuplicates(segments: Segment[]): Segment[] {
  for (const [key, group] of Map.groupBy(segments, (segment) => segment.key)) {
    if (group.length === 1) continue;
    const owner = group.find(({ text }) => text !== '') ?? group.at(-1);
    for (const [number, segment] of group.entries()) {
      if (segment !== owner) segment.key = segment.text === '' ? '' : `${key}~${number + 1}`;
    }
  }
  return segments;
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\w~.-]{1,100}$/.test(value);
}

interface SegmentGroup {
  own: Segment;
  segments: Segment[];
  isRemoved: boolean;
}

/** The segments of each leaf block. A segment that was joined continues the block before it, if that is still the one meant. */
function joinSegments(
  { order, runOf }: OrderedSegments,
  segments: readonly Segment[],
  registers: SharedRegisters,
  membersOf: ReturnType<typeof createMemberIndex>,
): SegmentGroup[] {
  const byKey = new Map(segments.map((segment) => [segment.key, segment]));
  const groups: SegmentGroup[] = [];
  const groupOf = new Map<Segment, SegmentGroup>();
  const passed = new Set<Segment>();
  let last: SegmentGroup | undefined;
  const continues = (segment: Segment, target: Segment | undefined): boolean => {
    if (!last || !target || !isTextBlock(readBlock(last.own, registers, membersOf)?.type ?? 'paragraph')) return false;
    if (cellOf(last.own, registers) !== cellOf(segment, registers)) return false;
    if (groupOf.get(target) === last) return true;
    // What was broken off the block meant stands in between.
    return passed.has(target) && runOf(last.own) === runOf(target) && last.own.index > target.index;
  };
  for (const segment of order) {
    passed.add(segment);
    const state = registers.get(REGISTER.state(segment.key));
    const isRemoved = state === REMOVED;
    const isShown = segment.key !== '' && (segment.marker !== undefined || segment.text !== '');
    if (!isShown || (isRemoved && segment.text === '')) continue;
    const joined = isRecord(state) && typeof state.joined === 'string' ? byKey.get(state.joined) : undefined;
    if (last && continues(segment, joined)) {
      last.segments.push(segment);
      groupOf.set(segment, last);
      continue;
    }
    const group = { own: segment, segments: [segment], isRemoved };
    groups.push(group);
    groupOf.set(segment, group);
    if (!isRemoved) last = group;
  }
  return groups;
}

/** The innermost cell of a segment. */
function cellOf(segment: Segment, registers: SharedRegisters): unknown {
  return rawPath(segment, registers).findLast((key) =>
    ['tableCell', 'tableHeader'].includes(String(registers.get(REGISTER.type(key)))),
  );
}

function rawPath({ key, marker }: Segment, registers: SharedRegisters): readonly string[] {
  const path = registers.get(REGISTER.path(key)) ?? marker?.path;
  return Array.isArray(path) ? path.filter((each) => typeof each === 'string') : [];
}

/** The kind of a block; `undefined` if it lacks a required attribute. */
function readBlock(
  { key, marker }: Segment,
  registers: SharedRegisters,
  membersOf: ReturnType<typeof createMemberIndex>,
): { type: string; attrs: Attributes } | undefined {
  const stored = registers.get(REGISTER.type(key)) ?? marker?.type;
  const type = isLeafType(stored) ? stored : 'paragraph';
  const initial = isRecord(marker?.attrs) ? marker.attrs : {};
  const read = (name: string) => {
    const value = registers.get(REGISTER.attribute(key, name));
    return value === undefined ? own(initial, name) : value;
  };
  const attrs = readAttributes(type, read, () => new Set([...Object.keys(initial), ...membersOf(key)]));
  return attrs && { type, attrs };
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: { [name: string]: unknown }, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function withoutId({ id: _, ...attrs }: Attributes): Attributes {
  return attrs;
}

/** The segments in the order of the text, and which run each belongs to. */
interface OrderedSegments {
  order: Segment[];
  /** The run of a segment. */
  runOf(segment: Segment): SegmentRun;
}

/** Consecutive segments that are moved as a whole. */
export interface SegmentRun {
  segments: Segment[];
  /** The slot at which the run is; `undefined` where it stands. */
  place: string | undefined;
}

/** Puts the runs that were moved to their slots. Runs that would be in each other remain where the first of them stands. */
function orderSegments(segments: readonly Segment[], registers: SharedRegisters): OrderedSegments {
  const runs: SegmentRun[] = [];
  const runAt: SegmentRun[] = [];
  const runOfSlot = new Map<string, SegmentRun>();
  for (const segment of segments) {
    let run = runs.at(-1);
    if (!run || registers.get(REGISTER.head(segment.key)) === true) {
      run = { segments: [], place: undefined };
      runs.push(run);
    }
    run.segments.push(segment);
    runAt[segment.index] = run;
    for (const { id } of segment.slots) if (!runOfSlot.has(id)) runOfSlot.set(id, run);
  }
  for (const run of runs) {
    const [head] = run.segments;
    const place = head?.marker ? registers.get(REGISTER.place(head.key)) : undefined;
    if (typeof place === 'string' && runOfSlot.has(place)) run.place = place;
  }
  breakCycles(runs, (run) => (run.place === undefined ? undefined : runOfSlot.get(run.place)));
  return { order: inOrder(runs), runOf: (segment) => runAt[segment.index] as SegmentRun };
}

function breakCycles(runs: readonly SegmentRun[], parentOf: (run: SegmentRun) => SegmentRun | undefined): void {
  const done = new Set<SegmentRun>();
  for (const first of runs) {
    const chain = new Set<SegmentRun>();
    let run: SegmentRun | undefined = first;
    while (run && !done.has(run) && !chain.has(run)) {
      chain.add(run);
      run = parentOf(run);
    }
    if (run && chain.has(run)) {
      const members = [...chain];
      const cycle = members.slice(members.indexOf(run));
      const start = cycle.reduce((least, each) => (indexOf(each) < indexOf(least) ? each : least));
      start.place = undefined;
    }
    for (const each of chain) done.add(each);
  }
}

function indexOf({ segments: [head] }: SegmentRun): number {
  return head?.index ?? 0;
}

function inOrder(runs: readonly SegmentRun[]): Segment[] {
  const placed = Map.groupBy(runs, ({ place }) => place);
  const order: Segment[] = [];
  // A stack instead of recursion: the depth is not limited.
  const next: (Segment | string)[] = [];
  const push = (items: (Segment | string)[]) => {
    for (const item of items.toReversed()) next.push(item);
  };
  push((placed.get(undefined) ?? []).flatMap(({ segments }) => segments));
  for (let item = next.pop(); item !== undefined; item = next.pop()) {
    if (typeof item === 'string') {
      push((placed.get(item) ?? []).flatMap(({ segments }) => segments));
      placed.delete(item);
    } else {
      order.push(item);
      push(item.slots.map(({ id }) => id));
    }
  }
  return order;
}

/** Maximum containers around a leaf block: its own characters and the document are nodes too. */
const MAX_CONTAINERS = MAX_NODE_DEPTH - 2;

interface OpenContainer extends Container {
  /** The key that leaf blocks name; that of the container itself differs if something stands between its parts. */
  named: string;
}

/**
 * Reads the containers of leaf blocks in the order of the text. Containers that cannot stand where they are named are left out.
 * A container whose leaf blocks do not follow each other appears several times, with different keys. Blocks of the document get
 * distinct ids.
 */
function createPathReader(registers: SharedRegisters) {
  let open: OpenContainer[] = [];
  const used = new Set<string>();
  const freeKey = createFreeNames(
    (key) => used.has(key),
    (named, number) => `${named}~${number}`,
  );
  const ids = new Set<string>();
  const freeId = createFreeNames(
    (id) => ids.has(id),
    (base, number) => `${base.slice(0, 58)}-${number}`,
  );

  function containerAt(depth: number, named: string, isContinued: boolean): OpenContainer | undefined {
    const present = isContinued ? open[depth] : undefined;
    if (present && (present.named === named || present.key === named)) return present;
    const key = freeKey(named);
    const type = registers.get(REGISTER.type(key)) ?? registers.get(REGISTER.type(named));
    if (!isContainerType(type)) return undefined;
    const attrs = readAttributes(type, (name) => {
      const value = registers.get(REGISTER.attribute(key, name));
      return value === undefined ? registers.get(REGISTER.attribute(named, name)) : value;
    });
    return attrs && { key, named, type, attrs };
  }

  function distinctId(wanted: unknown, key: string): string {
    const base = typeof wanted === 'string' ? wanted : key.replace(/[^\w-]/g, '-').slice(0, 60);
    const id = freeId(base);
    ids.add(id);
    return id;
  }

  /** @param named the containers' keys @returns the containers of a leaf block, and its id without containers */
  return (
    leaf: { key: string; type: string; id: unknown },
    named: readonly string[],
  ): { path: Container[]; id?: string } => {
    const path: OpenContainer[] = [];
    let isContinued = true;
    for (const key of new Set(named)) {
      if (path.length >= MAX_CONTAINERS) break;
      const container = containerAt(path.length, key, isContinued);
      const parent = path.at(-1)?.type ?? 'doc';
      if (!container || !NODE_RULES[parent]?.children?.includes(container.type)) continue;
      isContinued &&= open[path.length] === container;
      path.push(container);
    }
    while (path.length > 0 && !NODE_RULES[path.at(-1)?.type ?? '']?.children?.includes(leaf.type)) path.pop();
    for (const [depth, container] of path.entries()) {
      if (open[depth] === container) continue;
      used.add(container.key);
      const { id: _, ...attrs } = container.attrs;
      container.attrs = depth === 0 ? { ...attrs, id: distinctId(container.attrs.id, container.key) } : attrs;
    }
    open = path;
    return path.length > 0 ? { path } : { path, id: distinctId(leaf.id, leaf.key) };
  };
}
