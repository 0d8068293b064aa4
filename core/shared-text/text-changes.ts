import { diffWordsWithSpace } from 'diff';

/** A change of a text: at `index`, remove `remove` characters and insert `insert`. */
export interface TextChange {
  index: number;
  remove: number;
  insert: string;
}

/** Above this number of changed words, the differing range is replaced as a whole. */
const MAX_WORD_EDITS = 400;

/**
 * A diff between two texts, in their order. No change splits a surrogate pair.
 * @param caret the place in `to` where somebody typed or deleted: of several possible places, the change is there
 */
export function textChanges(from: string, to: string, caret = to.length): TextChange[] {
  if (from === to) return [];
  const after = commonEnd(from, to, 0, Math.max(0, to.length - caret));
  const start = commonStart(from, to, Math.min(from.length, to.length) - after);
  const end = commonEnd(from, to, start, to.length);
  const removed = from.slice(start, from.length - end);
  const inserted = to.slice(start, to.length - end);
  const whole = [{ index: start, remove: removed.length, insert: inserted }];
  if (removed === '' || inserted === '') return whole;
  const words = diffWordsWithSpace(removed, inserted, { maxEditLength: MAX_WORD_EDITS });
  if (!words) return whole;
  const changes: TextChange[] = [];
  let index = start;
  let open: TextChange | undefined;
  for (const { value, added, removed: isRemoved } of words) {
    if (!added && !isRemoved) {
      open = undefined;
      index += value.length;
      continue;
    }
    if (!open) {
      open = { index, remove: 0, insert: '' };
      changes.push(open);
    }
    if (added) open.insert += value;
    else {
      open.remove += value.length;
      index += value.length;
    }
  }
  return changes;
}

function commonStart(from: string, to: string, limit: number): number {
  let length = 0;
  while (length < limit && from[length] === to[length]) length += 1;
  return isWithinCharacter(from, length) || isWithinCharacter(to, length) ? length - 1 : length;
}

function commonEnd(from: string, to: string, start: number, most: number): number {
  const limit = Math.min(Math.min(from.length, to.length) - start, most);
  let length = 0;
  while (length < limit && from[from.length - 1 - length] === to[to.length - 1 - length]) length += 1;
  const cuts = isWithinCharacter(from, from.length - length) || isWithinCharacter(to, to.length - length);
  return cuts && length > 0 ? length - 1 : length;
}

/** Whether an index is between the two halves of a surrogate pair. */
function isWithinCharacter(text: string, index: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(index, index + 1)) && /[\uD800-\uDBFF]$/.test(text.slice(index - 1, index));
}
