import { type Array as SharedArray, Map as SharedMap, Text } from 'yjs';
import type { ListOf } from '#core/content-types/content-type.ts';
import { ENTRY_VALUE } from '#core/drafts/draft-shape.ts';

/** The members of an entry that are shared texts: the entry of a list of texts, and the text members of a record. */
function textMembers(of: ListOf): string[] {
  if (of === 'text') return [ENTRY_VALUE];
  return typeof of === 'string' ? [] : of.filter(({ kind }) => kind === 'text').map(({ key }) => key);
}

/** A new entry with empty texts. */
export function createEntry(of: ListOf): SharedMap<unknown> {
  return new SharedMap<unknown>(textMembers(of).map((key) => [key, new Text()]));
}

/** Moves an entry past its neighbour. A shared array cannot move entries, so a copy is inserted. */
export function moveEntry(list: SharedArray<SharedMap<unknown>>, index: number, by: -1 | 1): boolean {
  const entry = list.get(index);
  if (!entry || index + by < 0 || index + by >= list.length) return false;
  list.doc?.transact(() => {
    const copy = entry.clone();
    list.delete(index);
    list.insert(index + by, [copy]);
  });
  return true;
}

/** The content value of a list. */
export function readEntries(list: SharedArray<SharedMap<unknown>>, of: ListOf): unknown[] {
  return list.map((entry) => {
    const members = Object.fromEntries(
      [...entry.entries()].map(([key, value]) => [key, value instanceof Text ? value.toString() : value]),
    );
    return typeof of === 'string' ? members[ENTRY_VALUE] : members;
  });
}

/** Parses numbers separated by commas, semicolons or spaces; `undefined` if there is anything else. */
export function parseNumbers(text: string): number[] | undefined {
  const numbers = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  return numbers.every(Number.isFinite) ? numbers : undefined;
}
