import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { DecorationAttrs } from '@tiptap/pm/view';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import type { PresentUser } from '../drafts/presence.ts';
import { remoteCarets } from './remote-carets.ts';
import { createTextSync, type TextSync } from './text-sync.ts';
import { createUndoSteps } from './undo-steps.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    sharedText: {
      /** Undoes this window's last step. */
      undo(): ReturnType;
      redo(): ReturnType;
    };
  }
  interface Storage {
    sharedText: { steps: ReturnType<typeof createUndoSteps>; sync: TextSync };
  }
}

interface SharedTextOptions {
  doc: Doc;
  /** `DRAFT_BODY` or the name of a field. */
  name: string;
  awareness: Awareness;
  user: PresentUser;
  renderCaret(user: { [name: string]: unknown }): HTMLElement;
  renderCaretSelection(user: { [name: string]: unknown }): DecorationAttrs;
}

const key = new PluginKey<boolean>('sharedTextWrites');

/** Binds an editor to a shared text: contents, selections, undo and the carets of others. */
export const SharedTextBinding = Extension.create<
  SharedTextOptions,
  { steps: ReturnType<typeof createUndoSteps>; sync: TextSync }
>({
  name: 'sharedText',
  priority: 1000,
  addStorage() {
    // Tiptap creates this many times and uses one, so that nothing follows the text yet. Only a configured extension has options.
    const sync = createTextSync(this.options.doc, this.options.name);
    return { sync, steps: createUndoSteps(sync) };
  },
  onDestroy() {
    this.storage.steps.end();
  },
  addCommands() {
    const { steps } = this.storage;
    return {
      undo:
        () =>
        ({ tr, dispatch }) => {
          tr.setMeta('preventDispatch', true);
          return steps.canUndo() && (!dispatch || steps.undo());
        },
      redo:
        () =>
        ({ tr, dispatch }) => {
          tr.setMeta('preventDispatch', true);
          return steps.canRedo() && (!dispatch || steps.redo());
        },
    };
  },
  addKeyboardShortcuts() {
    return {
      'Mod-z': () => this.editor.commands.undo(),
      'Mod-y': () => this.editor.commands.redo(),
      'Shift-Mod-z': () => this.editor.commands.redo(),
    };
  },
  addProseMirrorPlugins() {
    const { awareness, user, renderCaret: render, renderCaretSelection: selectionRender } = this.options;
    const { sync } = this.storage;
    const editor: Editor & { contentComponent?: unknown } = this.editor;
    return [
      new Plugin<boolean>({
        key,
        state: {
          init: () => false,
          // What is appended to a paste is part of it.
          apply: (transaction, isOwnStep) => {
            if (!transaction.docChanged) return isOwnStep;
            return isStep(transaction) || (transaction.getMeta('appendedTransaction') !== undefined && isOwnStep);
          },
        },
        view(view) {
          awareness.setLocalStateField('user', user);
          let state: 'empty' | 'showing' | 'shown' = 'empty';
          let stop = () => {};
          // Everything is drawn anew when React has placed the editor, and its nodes may have views: the text is drawn only then.
          const show = () => {
            if (state !== 'empty' || !editor.contentComponent) return;
            state = 'showing';
            stop = sync.start(view);
            state = 'shown';
          };
          show();
          return {
            update(_, former) {
              if (state === 'shown') sync.write(former, key.getState(view.state) === true);
              else show();
            },
            destroy: () => stop(),
          };
        },
      }),
      remoteCarets({ sync, awareness, render, selectionRender }),
    ];
  },
});

/** Whether a change is always an undo step of its own. */
function isStep(transaction: Transaction): boolean {
  const event: unknown = transaction.getMeta('uiEvent');
  return transaction.getMeta('paste') === true || event === 'paste' || event === 'drop' || event === 'cut';
}
