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
 * A diff between two texts. The last change comes first, so that each index is valid when it is applied. No change splits a
 * surrogate pair.
 */
export function textChanges(from: string, to: string): TextChange[] {
  if (from === to) return [];
  const start = commonStart(from, to);
  const end = commonEnd(from, to, start);
  const removed = from.slice(start, from.length - end);
  const inserted = to.slice(start, to.length - end);
  if (removed === '' || inserted === '') return [{ index: start, remove: removed.length, insert: inserted }];
  const words = diffWordsWithSpace(removed, inserted, { maxEditLength: MAX_WORD_EDITS });
  if (!words) return [{ index: start, remove: removed.length, insert: inserted }];
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
  return changes.reverse();
}

function commonStart(from: string, to: string): number {
  const limit = Math.min(from.length, to.length);
  let length = 0;
  while (length < limit && from[length] === to[length]) length += 1;
  return isWithinCharacter(from, length) || isWithinCharacter(to, length) ? length - 1 : length;
}

function commonEnd(from: string, to: string, start: number): number {
  const limit = Math.min(from.length, to.length) - start;
  let length = 0;
  while (length < limit && from[from.length - 1 - length] === to[to.length - 1 - length]) length += 1;
  const cuts = isWithinCharacter(from, from.length - length) || isWithinCharacter(to, to.length - length);
  return cuts ? length - 1 : length;
}

/** Whether an index is between the two halves of a surrogate pair. */
function isWithinCharacter(text: string, index: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(index, index + 1)) && /[\uD800-\uDBFF]$/.test(text.slice(index - 1, index));
}
