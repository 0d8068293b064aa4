import { createMemberIndex, isLeafType, isTextBlock, readAttributes } from './block-kinds.ts';
import { type OrderedSegments, orderSegments } from './order-segments.ts';
import { createPathReader } from './read-paths.ts';
import { mergeRuns } from './runs.ts';
import { isRecord, type Piece, readSegments, type Segment } from './segments.ts';
import { type Attributes, type Leaf, REGISTER, REMOVED, type SharedRegisters, type SharedText } from './shared-text.ts';

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
      const placement = readPath(key, rawPath(first, registers), attrs.id);
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

function own(record: { [name: string]: unknown }, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function withoutId({ id: _, ...attrs }: Attributes): Attributes {
  return attrs;
}
