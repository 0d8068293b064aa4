import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/** The decoration of a block: its translation state as text, and whether its counterpart is being edited. */
export interface UnitMark {
  state: string;
  label: string;
}

interface Marks {
  /** By block id. */
  units: ReadonlyMap<string, UnitMark>;
  /** The block whose counterpart has the caret. */
  opposite: string | undefined;
  /** Space above blocks in CSS pixels, by block id: it keeps them level with their counterparts. */
  spaces: ReadonlyMap<string, number>;
  decorations: DecorationSet;
}

const key = new PluginKey<Marks>('unitMarks');

/** Shows the translation state of each block by decorations and CSS; the text is not changed. */
export const UnitMarks = Extension.create({
  name: 'unitMarks',
  addProseMirrorPlugins: () => [
    new Plugin<Marks>({
      key,
      state: {
        init: () => ({ units: new Map(), opposite: undefined, spaces: new Map(), decorations: DecorationSet.empty }),
        apply(transaction, marks) {
          const change = transaction.getMeta(key) as Partial<Marks> | undefined;
          if (!change) {
            if (!transaction.docChanged) return marks;
            return { ...marks, decorations: marks.decorations.map(transaction.mapping, transaction.doc) };
          }
          const next = { ...marks, ...change };
          return { ...next, decorations: decorate(transaction.doc, next) };
        },
      },
      props: { decorations: (state: EditorState) => key.getState(state)?.decorations },
    }),
  ],
});

/** Updates the decorations. */
export function showUnitMarks(view: EditorView, change: Partial<Pick<Marks, 'units' | 'opposite' | 'spaces'>>): void {
  const marks = key.getState(view.state);
  if (!marks) return;
  const isSame = Object.entries(change).every(([name, value]) => marks[name as keyof Marks] === value);
  if (!isSame) view.dispatch(view.state.tr.setMeta(key, change).setMeta('addToHistory', false));
}

/** The space that is shown above blocks, by block id. */
export function spaceAbove(view: EditorView): Marks['spaces'] {
  return key.getState(view.state)?.spaces ?? new Map();
}

function decorate(doc: Node, { units, opposite, spaces }: Marks): DecorationSet {
  const decorations: Decoration[] = [];
  doc.forEach((block, offset) => {
    const id = block.attrs.id as string | null;
    if (id === null) return;
    const mark = units.get(id);
    const space = spaces.get(id);
    if (!mark && id !== opposite && space === undefined) return;
    decorations.push(
      Decoration.node(offset, offset + block.nodeSize, {
        ...(mark && { 'data-unit-state': mark.state, 'data-unit-label': mark.label }),
        ...(id === opposite && { 'data-opposite': '' }),
        ...(space !== undefined && { style: `--space-above: ${space}px` }),
      }),
    );
  });
  return DecorationSet.create(doc, decorations);
}
