import { Fragment, type ResolvedPos } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';
import { randomBlockId } from '../schema/block-ids.ts';
import type { PictureAttributes } from '../schema/picture.ts';

/** A gap between two blocks, by the ids of those before it: it lasts while others write, move blocks and take them out. */
export type Gap = readonly string[];

/** The gap behind the block that a position is in. A line that is still empty stays behind the gap. */
export function gapAt($position: ResolvedPos): Gap {
  const { doc, depth, parent, pos } = $position;
  const isEmptyLine = depth === 1 && parent.type.name === 'paragraph' && parent.childCount === 0;
  const end = depth === 0 ? pos : isEmptyLine ? $position.before(1) : $position.after(1);
  const ids: string[] = [];
  doc.forEach(({ attrs: { id }, nodeSize }, offset) => {
    if (offset + nodeSize <= end && typeof id === 'string') ids.push(id);
  });
  return ids;
}

/**
 * Puts a picture into a gap, never in the place of what is selected.
 * @param takesCaret whether writing goes on behind it, on a new line where there is none
 * @returns the gap behind it
 */
export function insertPicture(
  tr: Transaction,
  attributes: PictureAttributes,
  gap: Gap,
  { takesCaret }: { takesCaret: boolean },
): Gap {
  const { paragraph, image } = tr.doc.type.schema.nodes;
  const id = randomBlockId();
  const at = positionOf(tr, gap);
  const next = tr.doc.nodeAt(at);
  const picture = image?.create({ ...attributes, id });
  if (!picture) throw new Error('The schema has no pictures');
  const hasNoLine = takesCaret && (!next || next.isAtom);
  tr.insert(at, Fragment.fromArray(hasNoLine && paragraph ? [picture, paragraph.create()] : [picture]));
  if (takesCaret) tr.setSelection(Selection.near(tr.doc.resolve(at + picture.nodeSize + 1))).scrollIntoView();
  return [...gap, id];
}

/** Where a gap is now: behind the last block of those before it that is still there, or at the very beginning. */
function positionOf({ doc }: Transaction, gap: Gap): number {
  const ends = new Map<unknown, number>();
  doc.forEach(({ attrs: { id }, nodeSize }, offset) => {
    ends.set(id, offset + nodeSize);
  });
  const last = gap.findLast((id) => ends.has(id));
  return last === undefined ? 0 : (ends.get(last) ?? 0);
}
