import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import type { XmlFragment } from 'yjs';

/** An editor and the shared text that it writes. */
export interface TextEditor {
  editor: Editor;
  fragment: XmlFragment;
}

/** A block of a text, where it stands. */
export interface PlacedBlock {
  id: string;
  position: number;
}

/** Whether a change of a text is none of this window's: the person's own undo is theirs. */
export function isOfOthers(transaction: Transaction): boolean {
  const meta = transaction.getMeta(ySyncPluginKey) as
    | { isChangeOrigin?: boolean; isUndoRedoOperation?: boolean }
    | undefined;
  return meta?.isChangeOrigin === true && meta.isUndoRedoOperation !== true;
}

/** The block that the selection begins in; `undefined` in a text without blocks that have ids. */
export function blockAtCaret({ state: { selection } }: Editor): PlacedBlock | undefined {
  const { $from } = selection;
  const index = $from.index(0);
  const id = $from.doc.maybeChild(index)?.attrs.id;
  return typeof id === 'string' ? { id, position: $from.posAtIndex(index, 0) } : undefined;
}

/** Where a block stands in its text. */
export function findBlock({ state: { doc } }: Editor, id: string): PlacedBlock | undefined {
  let found: PlacedBlock | undefined;
  doc.forEach((block, position) => {
    if (block.attrs.id === id) found = { id, position };
  });
  return found;
}

/** The elements of all blocks on the page, by the ids of the blocks. */
export function blockElements({ editor: { state, view } }: TextEditor): Map<string, HTMLElement> {
  const elements = new Map<string, HTMLElement>();
  state.doc.forEach(({ attrs: { id } }, position) => {
    const element = view.nodeDOM(position);
    if (typeof id === 'string' && element instanceof HTMLElement) elements.set(id, element);
  });
  return elements;
}
