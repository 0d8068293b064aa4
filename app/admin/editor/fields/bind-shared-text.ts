import { type Text, UndoManager, type YTextEvent } from 'yjs';
import { type DeltaPart, movePosition, textChange } from './text-change.ts';

/** The parts of a text control that the binding uses. */
export type TextControl = Pick<
  HTMLInputElement,
  | 'value'
  | 'selectionStart'
  | 'selectionEnd'
  | 'selectionDirection'
  | 'setSelectionRange'
  | 'addEventListener'
  | 'removeEventListener'
> & { ownerDocument: { readonly activeElement: unknown } };

export interface SharedTextOptions {
  /** Replaces pasted line breaks by spaces. */
  singleLine?: boolean;
  /** Called after a change of this person. */
  onOwnChange?(): void;
}

/**
 * Binds a text control to a shared text: input becomes a minimal change of the text, remote changes keep the caret at its
 * character. Undo only reverts the person's own changes. During IME composition, the control is left alone; remote changes are
 * merged afterwards.
 * @returns a function that removes the binding
 */
export function bindSharedText(control: TextControl, text: Text, options: SharedTextOptions = {}): () => void {
  const origin = { name: 'shared-text' };
  const undoManager = new UndoManager(text, { trackedOrigins: new Set([origin]), captureTimeout: 600 });
  let shown = text.toString();
  let isComposing = false;
  let pending: DeltaPart[][] = [];
  control.value = shown;

  function takeOwnChange() {
    const value = options.singleLine ? control.value.replace(/(?<!\s)\s*[\r\n]+\s*/g, ' ') : control.value;
    const change = textChange(shown, value, Math.min(control.selectionEnd ?? value.length, value.length));
    if (change) {
      const { at, remove, insert } = change;
      const from = pending.reduce(movePosition, at);
      const to = pending.reduce(movePosition, at + remove);
      text.doc?.transact(() => {
        if (to > from) text.delete(from, to - from);
        if (insert !== '') text.insert(from, insert);
      }, origin);
    }
    const missed = pending;
    pending = [];
    show(text.toString(), missed);
    if (change) options.onOwnChange?.();
  }

  /** Sets the control's text and adjusts the selection. */
  function show(value: string, deltas: readonly DeltaPart[][]) {
    shown = value;
    if (control.value === value) return;
    const { selectionStart, selectionEnd, selectionDirection } = control;
    control.value = value;
    if (control.ownerDocument.activeElement !== (control as unknown)) return;
    const move = (position: number | null) => deltas.reduce(movePosition, position ?? value.length);
    control.setSelectionRange(move(selectionStart), move(selectionEnd), selectionDirection ?? 'none');
  }

  function onRemoteChange(event: YTextEvent) {
    if (event.transaction.origin === origin) return;
    const delta = event.delta as DeltaPart[];
    if (isComposing) pending.push(delta);
    else show(text.toString(), [delta]);
  }

  const listeners: { [type: string]: (event: Event) => void } = {
    input: () => {
      if (!isComposing) takeOwnChange();
    },
    compositionstart: () => {
      isComposing = true;
    },
    compositionend: () => {
      isComposing = false;
      takeOwnChange();
    },
    beforeinput: (event) => {
      const { inputType } = event as InputEvent;
      if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return;
      event.preventDefault();
      step(inputType === 'historyUndo');
    },
    keydown: (event) => {
      const { key, metaKey, ctrlKey, altKey, shiftKey } = event as KeyboardEvent;
      if (isComposing || !(metaKey || ctrlKey) || altKey) return;
      const letter = key.toLowerCase();
      if (letter !== 'z' && !(letter === 'y' && !shiftKey)) return;
      event.preventDefault();
      step(letter === 'z' && !shiftKey);
    },
    blur: () => undoManager.stopCapturing(),
  };

  function step(isBack: boolean) {
    const done = isBack ? undoManager.undo() : undoManager.redo();
    if (done) options.onOwnChange?.();
  }

  text.observe(onRemoteChange);
  for (const [type, listener] of Object.entries(listeners)) control.addEventListener(type, listener);
  return () => {
    text.unobserve(onRemoteChange);
    undoManager.destroy();
    for (const [type, listener] of Object.entries(listeners)) control.removeEventListener(type, listener);
  };
}
