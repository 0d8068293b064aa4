import { type Editor, Extension, type Range } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion } from '@tiptap/suggestion';
import type { Store } from '../../../ui/kit/create-store.ts';
import { plainKey } from '../../../ui/kit/plain-key.ts';
import type { Insertion } from './insertions.ts';

/** The state of the open menu. */
export interface SlashMenuState {
  entries: readonly Insertion[];
  /** The entry that Enter selects. */
  active: number;
  /** The present position of the slash in the window. */
  rect(): DOMRect | null | undefined;
  choose(entry: Insertion): void;
}

/** Connects the editor, which handles the keys, and the rendered list. */
export interface SlashMenuHandle {
  state: Store<SlashMenuState | undefined>;
  /** The insertions that match the text after the slash. */
  find(query: string): readonly Insertion[];
  insert(editor: Editor, entry: Insertion): void;
}

/** A slash at the start of a word opens a menu of insertions. */
export const SlashCommands = Extension.create<{ menu: SlashMenuHandle | undefined }>({
  name: 'slashCommands',
  // Before the key handlers that leave the text.
  priority: 1001,
  addOptions: () => ({ menu: undefined }),
  addProseMirrorPlugins() {
    const { menu } = this.options;
    if (!menu) return [];
    const { state } = menu;
    return [
      Suggestion<Insertion, Insertion>({
        editor: this.editor,
        pluginKey: new PluginKey('slashCommands'),
        char: '/',
        allow: ({ state: { selection } }) => !selection.$from.parent.type.spec.code,
        items: ({ query }) => [...menu.find(query)],
        command: ({ editor, range, props }: { editor: Editor; range: Range; props: Insertion }) => {
          editor.chain().focus().deleteRange(range).run();
          menu.insert(editor, props);
        },
        render: () => ({
          onStart: ({ items, clientRect, command }) =>
            state.write({ entries: items, active: 0, rect: () => clientRect?.(), choose: command }),
          onUpdate: ({ items, clientRect, command }) =>
            state.write({
              entries: items,
              active: Math.min(state.read()?.active ?? 0, Math.max(0, items.length - 1)),
              rect: () => clientRect?.(),
              choose: command,
            }),
          onExit: () => state.write(undefined),
          onKeyDown: ({ event }) => handleKey(event, state),
        }),
      }),
    ];
  },
});

function handleKey(event: KeyboardEvent, state: SlashMenuHandle['state']): boolean {
  const open = state.read();
  if (!open) return false;
  const { entries, active } = open;
  const key = plainKey(event);
  if (key === 'Escape') {
    state.write(undefined);
    return true;
  }
  const chosen = entries[active];
  if (!chosen) return false;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const step = key === 'ArrowDown' ? 1 : -1;
    state.write({ ...open, active: (active + step + entries.length) % entries.length });
    return true;
  }
  if (key !== 'Enter' && key !== 'Tab') return false;
  open.choose(chosen);
  return true;
}
