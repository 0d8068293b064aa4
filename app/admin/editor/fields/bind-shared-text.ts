import { type Text, UndoManager, type YTextEvent } from 'yjs';
import { asOneLine } from '../../../ui/kit/forms/one-line.ts';

/** A replacement in a text, in UTF-16 code units. */
interface TextChange {
  at: number;
  remove: number;
  insert: string;
}

/** A part of the delta in a Yjs text event. */
interface DeltaPart {
  retain?: number;
  insert?: unknown;
  delete?: number;
}

/** The parts of a text control that the binding uses. */
export type TextControl = Pick<
  HTMLTextAreaElement,
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
    const value = options.singleLine ? asOneLine(control.value) : control.value;
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

/**
 * The single replacement between two texts; `undefined` if they are equal. If several positions are possible, as with doubled
 * letters, the one that ends at the caret.
 * @param caret position in the new text
 */
export function textChange(before: string, after: string, caret = after.length): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  const afterCaret = after.length - caret;
  let end = 0;
  while (end < shorter && end < afterCaret && before.at(-1 - end) === after.at(-1 - end)) end++;
  let start = 0;
  while (start < shorter - end && before[start] === after[start]) start++;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (isInsideCharacter(before, start) || isInsideCharacter(after, start)) start--;
  if (isInsideCharacter(before, before.length - end) || isInsideCharacter(after, after.length - end)) end--;
  return { at: start, remove: before.length - end - start, insert: after.slice(start, after.length - end) };
}

/** Maps a position through a remote change. Text inserted right there comes after it. */
export function movePosition(position: number, delta: readonly DeltaPart[]): number {
  let moved = position;
  let at = 0;
  for (const { retain, insert, delete: removed } of delta) {
    if (retain !== undefined) at += retain;
    if (typeof insert === 'string') {
      if (at < moved) moved += insert.length;
      at += insert.length;
    }
    if (removed !== undefined) moved = at >= moved ? moved : Math.max(at, moved - removed);
  }
  return moved;
}

/** Whether a position is inside a surrogate pair. */
function isInsideCharacter(text: string, position: number): boolean {
  return /[\uD800-\uDBFF]/.test(text[position - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[position] ?? '');
}
