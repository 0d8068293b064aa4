import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { SHORTCUTS } from './shortcuts.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    moveBlock: {
      /** Moves the block at the caret, or its list entry, past its neighbour: -1 up, 1 down. */
      moveBlock(by: -1 | 1): ReturnType;
    };
  }
}

/** Keyboard shortcuts for moving blocks. The block keeps its id, and the caret its place in it. */
export const MoveBlock = Extension.create({
  name: 'moveBlock',
  addCommands() {
    return {
      moveBlock:
        (by) =>
        ({ state, tr, dispatch }) =>
          moveBlock(state, tr, by, dispatch !== undefined),
    };
  },
  addKeyboardShortcuts() {
    return {
      [SHORTCUTS.moveUp]: () => this.editor.commands.moveBlock(-1) || true,
      [SHORTCUTS.moveDown]: () => this.editor.commands.moveBlock(1) || true,
    };
  },
});

/** @returns whether there is a neighbour to move past */
export function moveBlock({ selection, doc }: EditorState, tr: Transaction, by: -1 | 1, dispatches = true): boolean {
  const { $from } = selection;
  const depth = movedDepth($from.depth, (at) => $from.node(at));
  const parent = $from.node(depth);
  const index = $from.index(depth);
  const neighbour = parent.maybeChild(index + by);
  const block = parent.maybeChild(index);
  if (!neighbour || !block) return false;
  if (!dispatches) return true;
  const start = $from.posAtIndex(index, depth);
  const shift = by === 1 ? neighbour.nodeSize : -neighbour.nodeSize;
  tr.delete(start, start + block.nodeSize).insert(start + shift, block);
  const { anchor, head } = selection;
  const isWhole = selection instanceof NodeSelection && selection.node === doc.nodeAt(start);
  tr.setSelection(
    isWhole
      ? NodeSelection.create(tr.doc, start + shift)
      : TextSelection.between(tr.doc.resolve(anchor + shift), tr.doc.resolve(inside(head, start, block) + shift)),
  );
  tr.scrollIntoView();
  return true;
}

/** Moves a picture of a gallery past its neighbour. @returns its position then; `undefined` without a neighbour there */
export function movePicture(tr: Transaction, position: number, by: -1 | 1): number | undefined {
  const $at = tr.doc.resolve(position);
  const picture = $at.nodeAfter;
  const neighbour = $at.parent.maybeChild($at.index() + by);
  if (!neighbour || !picture) return undefined;
  const to = position + by * neighbour.nodeSize;
  tr.delete(position, position + picture.nodeSize).insert(to, picture);
  return to;
}

/** The depth of the node to move: an entry of the innermost list, or a block of the document. */
function movedDepth(depth: number, nodeAt: (depth: number) => Node): number {
  for (let at = depth; at > 0; at--) {
    if (['bulletList', 'orderedList'].includes(nodeAt(at).type.name)) return at;
  }
  return 0;
}

/** Clamps a position to the block. */
function inside(position: number, start: number, block: Node): number {
  return Math.min(Math.max(position, start), start + block.nodeSize);
}
