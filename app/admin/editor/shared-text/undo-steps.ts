import { UndoManager } from 'yjs';
import type { Leaf } from '#core/shared-text/shared-text.ts';
import type { SharedSelection } from './places.ts';
import type { TextSync } from './text-sync.ts';

/** Milliseconds without a change after which the next one is a step of its own. */
const PAUSE = 500;

interface Change {
  kind: 'typing' | 'deletion' | 'structure';
  key: string;
  /** The offsets of the change in the block, before and after it. */
  from: number;
  to: number;
  /** The inserted or deleted characters. */
  text: string;
}

type StackItem = UndoManager['undoStack'][number];

/**
 * Undo of this window's own changes, in steps: a pause, a word, a paste, a deletion and a change of structure end one. It follows the
 * text from the first change on.
 */
export function createUndoSteps(sync: TextSync, now: () => number = Date.now) {
  let known: UndoManager | undefined;
  let last: (Change & { at: number }) | undefined;
  let selection: SharedSelection | undefined;

  function follow(): UndoManager {
    const manager = new UndoManager([sync.flow, sync.registers], {
      trackedOrigins: new Set([sync.origin]),
      captureTimeout: Number.MAX_SAFE_INTEGER,
    });
    manager.on('stack-item-added', ({ stackItem }: { stackItem: StackItem }) => {
      if (selection) stackItem.meta.set(manager, selection);
    });
    return manager;
  }

  sync.onWrite((before, after, { former, isOwnStep }) => {
    known ??= follow();
    const change = changeBetween(before, after, last?.to);
    const at = now();
    if (isOwnStep || !last || !continues(last, change, at - last.at)) known.stopCapturing();
    last = isOwnStep ? undefined : { ...change, at };
    selection = former;
  });

  function step(way: 'undo' | 'redo'): boolean {
    if (!known) return false;
    const former = known[`${way}Stack`].at(-1)?.meta.get(known) as SharedSelection | undefined;
    selection = sync.share();
    if (former) sync.restoreNext(former);
    last = undefined;
    return known[way]() !== null;
  }

  return {
    canUndo: () => (known?.undoStack.length ?? 0) > 0,
    canRedo: () => (known?.redoStack.length ?? 0) > 0,
    undo: () => step('undo'),
    redo: () => step('redo'),
    end() {
      // The library leaves its own listener behind.
      known?.doc.off('destroy', known.destroy);
      known?.destroy();
    },
  };
}

function continues(last: Change, next: Change, elapsed: number): boolean {
  if (next.kind === 'structure' || next.kind !== last.kind || next.key !== last.key || elapsed >= PAUSE) return false;
  if (next.from !== last.to) return false;
  const [first, second] = next.kind === 'typing' ? [last.text.at(-1), next.text[0]] : [last.text[0], next.text.at(-1)];
  // A word begins after a space.
  return !(/\s/.test(first ?? '') && /\S/.test(second ?? ''));
}

/** @param expected the offset at which the last change ended: of several possible places, the change is there */
function changeBetween(before: readonly Leaf[], after: readonly Leaf[], expected?: number): Change {
  const structure: Change = { kind: 'structure', key: '', from: 0, to: 0, text: '' };
  if (before.length !== after.length) return structure;
  const changed = after.flatMap((leaf, index) =>
    leaf.text === before[index]?.text && leaf.key === before[index].key ? [] : [index],
  );
  const [index = -1] = changed;
  const [from, to] = [before[index], after[index]];
  if (changed.length !== 1 || !from || !to || from.key !== to.key || from.type !== to.type) return structure;
  const growth = to.text.length - from.text.length;
  const limit = expected === undefined ? undefined : Math.max(0, expected + Math.min(0, growth));
  const change = textChange(from.text, to.text, limit) ?? textChange(from.text, to.text);
  return change ? { ...change, key: to.key } : structure;
}

/** What was typed or deleted. @param limit the last offset at which it may begin @returns `undefined` if it was both or neither */
function textChange(from: string, to: string, limit = Number.POSITIVE_INFINITY): Omit<Change, 'key'> | undefined {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < Math.min(shorter, limit) && from[start] === to[start]) start++;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const removed = from.slice(start, from.length - end);
  const inserted = to.slice(start, to.length - end);
  if (inserted !== '' && removed === '')
    return { kind: 'typing', from: start, to: start + inserted.length, text: inserted };
  if (removed !== '' && inserted === '') return { kind: 'deletion', from: from.length - end, to: start, text: removed };
  return undefined;
}
