import type { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';

/** An editor of a shared text. */
export interface TextEditor {
  editor: Editor;
}

/** A block with its position. */
export interface PlacedBlock {
  id: string;
  position: number;
}

/** The block at the start of the selection; `undefined` if it has no id. */
export function blockAtCaret({ state: { selection } }: Editor): PlacedBlock | undefined {
  const { $from } = selection;
  const index = $from.index(0);
  const id = $from.doc.maybeChild(index)?.attrs.id;
  return typeof id === 'string' ? { id, position: $from.posAtIndex(index, 0) } : undefined;
}

/** Puts the caret at the start of a text, at once: what is typed next is in it. */
export function focusStart({ view }: Editor): void {
  view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)));
  view.focus();
}

/**
 * Writes what was typed before there was a place for it: at the caret of a text, or in the field that has the focus.
 * @param editor of the text that has the focus, if one has it
 */
export function writeTyped(editor: Editor | undefined, words: string): void {
  if (words === '') return;
  // The only way to write into a field as a person does.
  if (!editor) return void document.execCommand('insertText', false, words);
  for (const [index, line] of words.split('\n').entries()) {
    if (index > 0) editor.commands.splitBlock();
    editor.view.dispatch(editor.state.tr.insertText(line).scrollIntoView());
  }
}

/** Finds a block by id. */
export function findBlock({ state: { doc } }: Editor, id: string): PlacedBlock | undefined {
  let found: PlacedBlock | undefined;
  doc.forEach((block, position) => {
    if (block.attrs.id === id) found = { id, position };
  });
  return found;
}

/** The DOM elements of all blocks, by block id. */
export function blockElements({ editor: { state, view } }: TextEditor): Map<string, HTMLElement> {
  const elements = new Map<string, HTMLElement>();
  state.doc.forEach(({ attrs: { id } }, position) => {
    const element = view.nodeDOM(position);
    if (typeof id === 'string' && element instanceof HTMLElement) elements.set(id, element);
  });
  return elements;
}

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
