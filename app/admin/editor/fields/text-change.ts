/** One replacement in a text, counted in UTF-16 units. */
export interface TextChange {
  at: number;
  remove: number;
  insert: string;
}

/** A part of a Yjs event's delta on a text. */
export interface DeltaPart {
  retain?: number;
  insert?: unknown;
  delete?: number;
}

/**
 * The replacement that makes one text of another; `undefined` for equal ones. Where it could stand in several places, as
 * when a letter is doubled, it is the one that ends at the caret.
 * @param caret where the caret stands in the new text
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

/** Where a position is after somebody else's change. What they insert right there comes after it. */
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

/** Whether a position would cut a character of two units. */
function isInsideCharacter(text: string, position: number): boolean {
  return /[\uD800-\uDBFF]/.test(text[position - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[position] ?? '');
}
