import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, type DecorationAttrs, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { Awareness } from 'y-protocols/awareness';
import { compareRelativePositions, createRelativePositionFromJSON, type RelativePosition } from 'yjs';
import { findPlace, sharePlace } from './places.ts';
import { isFromShared } from './sync-meta.ts';
import type { TextSync } from './text-sync.ts';

interface RemoteCaretOptions {
  sync: TextSync;
  awareness: Awareness;
  render(user: { [name: string]: unknown }): HTMLElement;
  selectionRender(user: { [name: string]: unknown }): DecorationAttrs;
}

interface Caret {
  anchor: RelativePosition;
  head: RelativePosition;
}

const key = new PluginKey<DecorationSet>('remoteCarets');

/** Shows the carets of others, and tells them this window's: the member `cursor` of its presence. */
export function remoteCarets(options: RemoteCaretOptions): Plugin<DecorationSet> {
  const { sync, awareness } = options;
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, state) => decorate(options, state),
      apply(transaction, decorations, _, state) {
        if (isFromShared(transaction) || transaction.getMeta(key)) return decorate(options, state);
        return transaction.docChanged ? decorations.map(transaction.mapping, transaction.doc) : decorations;
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      const refresh = () => {
        if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true));
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

function decorate(options: RemoteCaretOptions, { doc }: EditorState): DecorationSet {
  const { sync, awareness, render, selectionRender } = options;
  const decorations: Decoration[] = [];
  for (const [client, state] of awareness.getStates()) {
    const caret = client === awareness.clientID ? undefined : caretOf(sync, state);
    if (!caret) continue;
    const user = (state.user ?? {}) as { [name: string]: unknown };
    const [anchor, head] = [place(caret.anchor), place(caret.head)];
    if (anchor === undefined || head === undefined) continue;
    decorations.push(
      Decoration.widget(head, () => render(user), { key: `${client}`, side: 10 }),
      Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), selectionRender(user), {
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
