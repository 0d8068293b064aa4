/** A replacement in a text, in UTF-16 code units. */
export interface TextChange {
  at: number;
  remove: number;
  insert: string;
}

/** A part of the delta in a Yjs text event. */
export interface DeltaPart {
  retain?: number;
  insert?: unknown;
  delete?: number;
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
