import type { Node, ResolvedPos } from '@tiptap/pm/model';
import {
  AllSelection,
  type EditorState,
  NodeSelection,
  type Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  type Doc,
  type RelativePosition,
  type Text,
} from 'yjs';
import type { PlacedLeaf, TextReading } from '#core/shared-text/read-leaves.ts';

/** A selection that stays with its characters, whatever others change. */
export type SharedSelection =
  | { kind: 'all' }
  | { kind: 'node' | 'cells'; anchor: string; head: string }
  | { kind: 'text'; anchor: RelativePosition; head: RelativePosition };

/** Converts a selection. @returns `undefined` if it is not within the shared text */
export function shareSelection(
  flow: Text,
  reading: TextReading,
  { selection }: EditorState,
): SharedSelection | undefined {
  if (selection instanceof AllSelection) return { kind: 'all' };
  if (selection instanceof CellSelection) {
    return keysSelection('cells', selection.$anchorCell.nodeAfter, selection.$headCell.nodeAfter);
  }
  if (selection instanceof NodeSelection && selection.node.isBlock) {
    return keysSelection('node', selection.node, selection.node);
  }
  const anchor = sharePlace(flow, reading, selection.$anchor);
  const head = sharePlace(flow, reading, selection.$head);
  return anchor && head && { kind: 'text', anchor, head };
}

function keysSelection(kind: 'node' | 'cells', anchor: Node | null, head: Node | null): SharedSelection | undefined {
  const [from, to]: unknown[] = [anchor?.attrs.key, head?.attrs.key];
  return typeof from === 'string' && typeof to === 'string' ? { kind, anchor: from, head: to } : undefined;
}

/** A place in characters: it stays behind the character before it, or at the start of its block. */
export function sharePlace(
  flow: Text,
  { leaves }: TextReading,
  { parent, parentOffset }: ResolvedPos,
): RelativePosition | undefined {
  const leaf = parent.isTextblock ? leaves.find(({ key }) => key === parent.attrs.key) : undefined;
  const index = leaf && indexOf(leaf, parentOffset);
  return index === undefined ? undefined : createRelativePositionFromTypeIndex(flow, index, -1);
}

function indexOf({ segments, pieces }: PlacedLeaf, offset: number): number | undefined {
  let rest = offset;
  if (rest > 0) {
    for (const { at, text } of pieces) {
      if (rest <= text.length) return at + rest;
      rest -= text.length;
    }
  }
  return segments[0]?.start;
}

/** Sets a selection where its characters are now. */
export function restoreSelection(
  transaction: Transaction,
  shared: SharedSelection,
  flow: Text,
  reading: TextReading,
): void {
  const { doc } = transaction;
  const found = findSelection(doc, shared, flow, reading);
  if (found && !found.eq(transaction.selection)) transaction.setSelection(found);
}

function findSelection(doc: Node, shared: SharedSelection, flow: Text, reading: TextReading): Selection | undefined {
  if (shared.kind === 'all') return new AllSelection(doc);
  if (shared.kind !== 'text') {
    const [anchor, head] = [positionOf(doc, shared.anchor), positionOf(doc, shared.head)];
    if (anchor === undefined || head === undefined) return undefined;
    return shared.kind === 'node' ? NodeSelection.create(doc, anchor) : cellSelection(doc, anchor, head);
  }
  const [anchor, head] = [findPlace(doc, shared.anchor, flow, reading), findPlace(doc, shared.head, flow, reading)];
  if (anchor === undefined || head === undefined) return undefined;
  return TextSelection.between(doc.resolve(anchor), doc.resolve(head));
}

function cellSelection(doc: Node, anchor: number, head: number): Selection | undefined {
  const [$anchor, $head] = [doc.resolve(anchor), doc.resolve(head)];
  const isSameTable = $anchor.depth > 1 && $anchor.node(-1) === $head.node(-1);
  return isSameTable ? new CellSelection($anchor, $head) : undefined;
}

/** The position of a place in the document of the editor. */
export function findPlace(doc: Node, place: RelativePosition, flow: Text, reading: TextReading): number | undefined {
  const absolute = createAbsolutePositionFromRelativePosition(place, flow.doc as Doc);
  if (absolute?.type !== flow) return undefined;
  const { index } = absolute;
  const segment = reading.segments.findLast(({ at, marker }) => (marker ? at < index : true));
  if (!segment) return undefined;
  const leafOf = new Map(reading.leaves.flatMap((leaf) => leaf.segments.map((own) => [own, leaf] as const)));
  const leaf = leafOf.get(segment);
  if (leaf) return positionIn(doc, leaf, index, segment.start);
  // The block was removed: the end of the one before it, or the start of the one after it.
  const { order } = reading.ordered;
  const at = order.indexOf(segment);
  const before = order.slice(0, Math.max(0, at)).findLast((each) => leafOf.has(each));
  const nearest = before ?? order.slice(at + 1).find((each) => leafOf.has(each));
  const neighbour = nearest && leafOf.get(nearest);
  if (!neighbour) return undefined;
  const start = positionOf(doc, neighbour.key);
  if (start === undefined) return undefined;
  return start + 1 + (before && doc.nodeAt(start)?.isTextblock ? neighbour.text.length : 0);
}

function positionIn(
  doc: Node,
  { key, pieces, segments }: PlacedLeaf,
  index: number,
  start: number,
): number | undefined {
  const position = positionOf(doc, key);
  if (position === undefined) return undefined;
  let offset = 0;
  const order = new Map(segments.map((segment, place) => [segment, place]));
  const own = segments.findIndex((segment) => segment.start === start);
  for (const { at, text } of pieces) {
    const holder = segments.find((segment) => at >= segment.start && at < segment.end);
    const place = holder ? (order.get(holder) ?? 0) : 0;
    if (place < own) offset += text.length;
    else if (place === own) offset += Math.min(text.length, Math.max(0, index - at));
  }
  return position + (doc.nodeAt(position)?.isTextblock ? 1 + offset : 0);
}

/** The position of a block by its key. */
function positionOf(doc: Node, key: string): number | undefined {
  let found: number | undefined;
  doc.descendants((node, position) => {
    if (node.attrs.key === key) found = position;
    return found === undefined && !node.isTextblock;
  });
  return found;
}
