import type { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';

/**
 * Removes a node by a button in its view. The button goes with it, so the text takes the focus, at what stood beside the node:
 * keys go on from there, and one takes it back.
 */
export function removeNode(editor: Editor, position: number | undefined): void {
  const { tr } = editor.state;
  const node = position === undefined ? null : tr.doc.nodeAt(position);
  if (position === undefined || !node) return;
  tr.delete(position, position + node.nodeSize);
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position))));
  editor.commands.focus();
}
