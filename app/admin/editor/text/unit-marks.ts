import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/** The decoration of a block: its translation state as text, and whether its counterpart is being edited. */
export interface UnitMark {
  state: string;
  label: string;
}

/** Room below a block, in CSS pixels. */
export interface RoomBelow {
  id: string;
  height: number;
}

interface Marks {
  /** By block id. */
  units: ReadonlyMap<string, UnitMark>;
  /** The block whose counterpart has the caret. */
  opposite: string | undefined;
  /** Space above blocks in CSS pixels, by block id: it keeps them level with their counterparts. */
  spaces: ReadonlyMap<string, number>;
  /** Room below blocks for the tools of a table or callout, in CSS pixels by block id. It stays once it was needed. */
  tools: ReadonlyMap<string, number>;
  /** Room for the tools of a link, below the block with its words where that is inside another one. */
  inner: { position: number; height: number } | undefined;
  /** Room below a block for the state of a part. */
  panel: RoomBelow | undefined;
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
        init: () => ({
          units: new Map(),
          opposite: undefined,
          spaces: new Map(),
          tools: new Map(),
          inner: undefined,
          panel: undefined,
          decorations: DecorationSet.empty,
        }),
        apply(transaction, marks) {
          const change = transaction.getMeta(key) as Partial<Marks> | undefined;
          if (!change) {
            if (!transaction.docChanged) return marks;
            const { mapping, doc } = transaction;
            const inner = marks.inner && { ...marks.inner, position: mapping.map(marks.inner.position) };
            return { ...marks, inner, decorations: marks.decorations.map(mapping, doc) };
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
export function showUnitMarks(view: EditorView, change: Partial<Omit<Marks, 'decorations'>>): void {
  const marks = key.getState(view.state);
  if (!marks) return;
  const isSame = Object.entries(change).every(([name, value]) => marks[name as keyof Marks] === value);
  if (!isSame) view.dispatch(view.state.tr.setMeta(key, change).setMeta('addToHistory', false));
}

/** The space that is shown above blocks, by block id. */
export function spaceAbove(view: EditorView): Marks['spaces'] {
  return key.getState(view.state)?.spaces ?? new Map();
}

/** The room that is kept below blocks: for their tools, and for the state of a part. */
export function roomBelow(view: EditorView): Pick<Marks, 'tools' | 'inner' | 'panel'> {
  const { tools = new Map(), inner, panel } = key.getState(view.state) ?? {};
  return { tools, inner, panel };
}

function decorate(doc: Node, { units, opposite, spaces, tools, inner, panel }: Marks): DecorationSet {
  const decorations: Decoration[] = [];
  doc.forEach((block, offset) => {
    const id = block.attrs.id as string | null;
    if (id === null) return;
    const mark = units.get(id);
    const space = spaces.get(id);
    const room = Math.max(tools.get(id) ?? 0, panel?.id === id ? panel.height : 0);
    if (!mark && id !== opposite && space === undefined && room === 0) return;
    const styles = [space !== undefined && `--space-above: ${space}px`, room > 0 && `--room-below: ${room}px`];
    decorations.push(
      Decoration.node(offset, offset + block.nodeSize, {
        ...(mark && { 'data-unit-state': mark.state, 'data-unit-label': mark.label }),
        // The label would be read as its heading.
        ...(mark && block.type.name === 'heading' && block.content.size === 0 && { role: 'none' }),
        ...(id === opposite && { 'data-opposite': '' }),
        ...(room > 0 && { 'data-room': '' }),
        ...(styles.some(Boolean) && { style: styles.filter(Boolean).join('; ') }),
      }),
    );
  });
  const node = inner && doc.nodeAt(inner.position);
  if (inner && node?.isTextblock) {
    const style = `--room-below: ${inner.height}px`;
    decorations.push(Decoration.node(inner.position, inner.position + node.nodeSize, { 'data-room': '', style }));
  }
  return DecorationSet.create(doc, decorations);
}
