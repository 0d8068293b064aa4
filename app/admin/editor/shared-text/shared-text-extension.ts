import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, type DecorationAttrs, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { Awareness } from 'y-protocols/awareness';
import { compareRelativePositions, createRelativePositionFromJSON, type Doc, type RelativePosition } from 'yjs';
import { colorOf, type PresentUser } from '../drafts/presence.ts';
import { findPlace, sharePlace } from './places.ts';
import { isFromShared } from './sync-meta.ts';
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
}

const writesKey = new PluginKey<boolean>('sharedTextWrites');

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
    const { awareness, user } = this.options;
    const { sync } = this.storage;
    const editor: Editor & { contentComponent?: unknown } = this.editor;
    return [
      new Plugin<boolean>({
        key: writesKey,
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
              if (state === 'shown') sync.write(former, writesKey.getState(view.state) === true);
              else show();
            },
            destroy: () => stop(),
          };
        },
      }),
      remoteCarets(sync, awareness),
    ];
  },
});

/** Whether a change is always an undo step of its own. */
function isStep(transaction: Transaction): boolean {
  const event: unknown = transaction.getMeta('uiEvent');
  return transaction.getMeta('paste') === true || event === 'paste' || event === 'drop' || event === 'cut';
}

interface Caret {
  anchor: RelativePosition;
  head: RelativePosition;
}

const caretsKey = new PluginKey<DecorationSet>('remoteCarets');

/** Shows the carets of others, and tells them this window's: the member `cursor` of its presence. */
function remoteCarets(sync: TextSync, awareness: Awareness): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: caretsKey,
    state: {
      init: (_, state) => decorate(sync, awareness, state),
      apply(transaction, decorations, _, state) {
        if (isFromShared(transaction) || transaction.getMeta(caretsKey)) return decorate(sync, awareness, state);
        return transaction.docChanged ? decorations.map(transaction.mapping, transaction.doc) : decorations;
      },
    },
    props: { decorations: (state) => caretsKey.getState(state) },
    view(view) {
      const refresh = () => {
        if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(caretsKey, true));
      };
      const tell = () => sendCaret(sync, awareness, view);
      const onChange = refreshFor(awareness, refresh);
      awareness.on('change', onChange);
      const stop = sync.onShown(tell);
      view.dom.addEventListener('focusin', tell);
      view.dom.addEventListener('focusout', tell);
      return {
        update: tell,
        destroy() {
          awareness.off('change', onChange);
          stop();
          view.dom.removeEventListener('focusin', tell);
          view.dom.removeEventListener('focusout', tell);
          if (caretOf(sync, awareness.getLocalState())) awareness.setLocalStateField('cursor', null);
        },
      };
    },
  });
}

interface Change {
  added: number[];
  updated: number[];
  removed: number[];
}

/** Calls a function when the presence of others changes. */
function refreshFor({ clientID }: Awareness, refresh: () => void) {
  return ({ added, updated, removed }: Change) => {
    if ([...added, ...updated, ...removed].some((client) => client !== clientID)) refresh();
  };
}

function sendCaret(sync: TextSync, awareness: Awareness, view: EditorView): void {
  const present = caretOf(sync, awareness.getLocalState());
  if (!view.hasFocus()) {
    if (present) awareness.setLocalStateField('cursor', null);
    return;
  }
  const { $anchor, $head } = view.state.selection;
  const [anchor, head] = [sharePlace(sync.flow, sync.reading, $anchor), sharePlace(sync.flow, sync.reading, $head)];
  if (!anchor || !head) return;
  const isSame =
    present && compareRelativePositions(present.anchor, anchor) && compareRelativePositions(present.head, head);
  if (!isSame) awareness.setLocalStateField('cursor', { anchor, head });
}

/** The caret of a presence state, if it is in this text; states of others are not trusted. */
function caretOf({ flow }: TextSync, state: unknown): Caret | undefined {
  const { cursor } = (state ?? {}) as { cursor?: { anchor?: unknown; head?: unknown } | null };
  try {
    const anchor = createRelativePositionFromJSON(cursor?.anchor);
    const head = createRelativePositionFromJSON(cursor?.head);
    const isHere = [anchor, head].every(
      ({ tname }) => tname !== null && flow.doc?.share.get(tname) === (flow as unknown),
    );
    return isHere ? { anchor, head } : undefined;
  } catch {
    return undefined;
  }
}

function decorate(sync: TextSync, awareness: Awareness, { doc }: EditorState): DecorationSet {
  const decorations: Decoration[] = [];
  for (const [client, state] of awareness.getStates()) {
    const caret = client === awareness.clientID ? undefined : caretOf(sync, state);
    if (!caret) continue;
    const user = (state.user ?? {}) as { [name: string]: unknown };
    const [anchor, head] = [place(caret.anchor), place(caret.head)];
    if (anchor === undefined || head === undefined) continue;
    decorations.push(
      Decoration.widget(head, () => renderCaret(user), { key: `${client}`, side: 10 }),
      Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), renderCaretSelection(user), {
        inclusiveEnd: true,
        inclusiveStart: false,
      }),
    );
  }
  return DecorationSet.create(doc, decorations);

  /** States of others may name what is not there. */
  function place(position: RelativePosition): number | undefined {
    try {
      const found = findPlace(doc, position, sync.flow, sync.reading);
      return found === undefined ? undefined : Math.min(found, doc.content.size);
    } catch {
      return undefined;
    }
  }
}

/** Another person's caret with their name. Colours are in the editor's styles, by number. */
function renderCaret(user: { [name: string]: unknown }): HTMLElement {
  const caret = document.createElement('span');
  caret.className = `caret caret-${colorOf(String(user.id ?? ''))}`;
  caret.setAttribute('aria-hidden', 'true');
  const label = document.createElement('span');
  label.className = 'caret-name';
  label.textContent = String(user.name ?? '');
  caret.append('⁠', label, '⁠');
  return caret;
}

function renderCaretSelection(user: { [name: string]: unknown }): DecorationAttrs {
  return { class: `caret-selection caret-${colorOf(String(user.id ?? ''))}` };
}
