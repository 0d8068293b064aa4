import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { plainKey } from '../../../ui/kit/plain-key.ts';

/** Blocks after which the caret gets into no line by itself. Of a list and a heading, Enter begins one. */
const LEAVES_NO_LINE = new Set([
  'table',
  'callout',
  'blockquote',
  'codeBlock',
  'image',
  'gallery',
  'file',
  'siteBlock',
  'horizontalRule',
]);

/**
 * A line after what a text ends with, where there is none: for a click below it, and for the arrow key that leaves it. And a line
 * for what is typed while a picture, a rule or a block of the site is selected, which it would replace.
 */
export const LineAfter = Extension.create({
  name: 'lineAfter',
  // Before the cursor between blocks, and the cells of a table.
  priority: 1000,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleClick(view, _position, { clientY }) {
          const last = view.dom.lastElementChild;
          return !!last && clientY > last.getBoundingClientRect().bottom && addLine(view);
        },
        handleKeyDown(view, event) {
          const key = plainKey(event);
          const { selection } = view.state;
          if (key === 'Enter' && selection instanceof NodeSelection && isInGallery(selection)) {
            insertLine(view, endOf(selection), '');
            return true;
          }
          return (key === 'ArrowDown' || key === 'ArrowRight') && leavesText(view, key) && addLine(view);
        },
        handleTextInput(view, _from, _to, text) {
          const { selection } = view.state;
          if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
          insertLine(view, endOf(selection), text);
          return true;
        },
      },
    }),
  ],
});

/** Adds a line to the end of a document if it ends with a block that leaves none. @returns whether it did */
function addLine(view: EditorView): boolean {
  const { doc } = view.state;
  if (!view.editable || !LEAVES_NO_LINE.has(doc.lastChild?.type.name ?? '')) return false;
  insertLine(view, doc.content.size, '');
  view.focus();
  return true;
}

function isInGallery({ $to }: NodeSelection): boolean {
  return $to.parent.type.name === 'gallery';
}

/** Where a line can follow a selected block: a picture of a gallery is followed by others. */
function endOf(selection: NodeSelection): number {
  return isInGallery(selection) ? selection.$to.after() : selection.to;
}

function insertLine({ state, dispatch }: EditorView, at: number, text: string): void {
  const { paragraph } = state.schema.nodes;
  const line = paragraph?.create(null, text === '' ? null : state.schema.text(text));
  if (!line) throw new Error('The schema has no paragraph');
  const tr = state.tr.insert(at, line);
  dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1 + text.length)).scrollIntoView());
}

/** Whether an arrow key leaves the last block of a text forwards. */
function leavesText(view: EditorView, key: 'ArrowDown' | 'ArrowRight'): boolean {
  const { selection, doc } = view.state;
  const { $head } = selection;
  if (selection instanceof NodeSelection) return endOf(selection) === doc.content.size;
  if (!(selection instanceof TextSelection) || !selection.empty || !isLast(view.state, key)) return false;
  if (key === 'ArrowDown') return view.endOfTextblock('down');
  return $head.parentOffset === $head.parent.content.size && view.endOfTextblock('right');
}

/** Whether nothing follows the caret's line: for the arrow down, the other cells of the last row do not count. */
function isLast({ selection: { $head } }: EditorState, key: 'ArrowDown' | 'ArrowRight'): boolean {
  const ancestors = Array.from({ length: $head.depth }, (_, depth): [Node, number] => [$head.node(depth), depth]);
  return ancestors.every(
    ([node, depth]) =>
      (key === 'ArrowDown' && node.type.name === 'tableRow') || $head.index(depth) === node.childCount - 1,
  );
}
