import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';
import { randomKey } from '../shared-text/random-key.ts';

/** A position between two blocks, as the ids of the blocks before it: stable while others type, and move and delete blocks. */
export type Gap = readonly string[];

/** The gap after the block at a position. An empty line stays after the gap. */
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
 * Inserts a picture at a gap, without replacing the selection.
 * @param takesCaret whether to move the caret after it, on a new line if needed
 * @returns the gap after it
 */
export function insertPicture(tr: Transaction, media: string, gap: Gap, options: { takesCaret: boolean }): Gap {
  return [...gap, insertAtom(tr, 'image', { media }, gap, options)];
}

/**
 * Adds a picture to the end of the gallery with a key; if there is none, to a new one at a gap.
 * @returns the gap after a new gallery, else that which was given
 */
export function addToGallery(
  tr: Transaction,
  key: string,
  media: string,
  gap: Gap,
  options: { takesCaret: boolean },
): Gap {
  const picture = tr.doc.type.schema.nodes.image?.create({ media });
  if (!picture) throw new Error('The schema has no image');
  let end: number | undefined;
  tr.doc.descendants((node, position) => {
    if (node.type.name === 'gallery' && node.attrs.key === key) end = position + node.nodeSize - 1;
    return end === undefined && !node.isTextblock;
  });
  if (end === undefined) return [...gap, insertAtom(tr, 'gallery', { key }, gap, options, picture)];
  tr.insert(end, picture);
  return gap;
}

/**
 * Inserts files of the library that were chosen after the block at the caret: as a picture, in a gallery, or to hand out.
 * @param addedTo the key of the gallery that they are added to; a new one without
 */
export function insertChosen(
  tr: Transaction,
  ids: readonly string[],
  kind: 'image' | 'gallery' | 'file',
  addedTo?: string,
): void {
  const key = addedTo ?? randomKey();
  const options = { takesCaret: addedTo === undefined };
  let gap = gapAt(tr.selection.$to);
  for (const media of ids) {
    if (kind === 'file') {
      gap = [...gap, insertAtom(tr, 'file', { media }, gap, options)];
      continue;
    }
    const insert = kind === 'gallery' ? addToGallery.bind(undefined, tr, key) : insertPicture.bind(undefined, tr);
    gap = insert(media, gap, options);
  }
}

/** The same for any block without characters. @returns the id of the block */
export function insertAtom(
  tr: Transaction,
  type: 'image' | 'gallery' | 'file' | 'siteBlock',
  attributes: { [name: string]: unknown },
  gap: Gap,
  { takesCaret }: { takesCaret: boolean },
  content?: Node,
): string {
  const { paragraph, [type]: atom } = tr.doc.type.schema.nodes;
  const id = randomKey();
  const at = positionOf(tr, gap);
  const next = tr.doc.nodeAt(at);
  const block = atom?.create({ ...attributes, id }, content);
  if (!block) throw new Error(`The schema has no ${type}`);
  const hasNoLine = takesCaret && (!next || next.isAtom || next.type.name === 'gallery');
  tr.insert(at, Fragment.fromArray(hasNoLine && paragraph ? [block, paragraph.create()] : [block]));
  if (takesCaret) tr.setSelection(Selection.near(tr.doc.resolve(at + block.nodeSize + 1))).scrollIntoView();
  return id;
}

/** The current position of a gap: after the last of its blocks that still exists, or at the start. */
function positionOf({ doc }: Transaction, gap: Gap): number {
  const ends = new Map<unknown, number>();
  doc.forEach(({ attrs: { id }, nodeSize }, offset) => {
    ends.set(id, offset + nodeSize);
  });
  const last = gap.findLast((id) => ends.has(id));
  return last === undefined ? 0 : (ends.get(last) ?? 0);
}
