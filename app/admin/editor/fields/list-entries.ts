import { type Array as SharedArray, Map as SharedMap, Text } from 'yjs';
import type { FieldDefinition, ListOf } from '#core/content-types/content-type.ts';
import { ENTRY_ID, entryId } from '#core/content-types/entry-words.ts';
import type { SpanMembers } from '#core/content-types/time-spans.ts';
import { ENTRY_VALUE } from '#core/drafts/draft-shape.ts';
import { randomKey } from '../shared-text/random-key.ts';

/** The members of an entry that are shared texts: the entry of a list of texts, and the text members of a record. */
function textMembers(of: ListOf): string[] {
  if (of === 'text') return [ENTRY_VALUE];
  return shownMembers(of)
    .filter(({ kind }) => kind === 'text')
    .map(({ key }) => key);
}

/** The members of a record that people write: all but its id. */
export function shownMembers(of: ListOf): FieldDefinition[] {
  return typeof of === 'string' ? [] : of.filter((member) => !isId(member));
}

function isId(member: FieldDefinition): boolean {
  return member.kind === 'text' && member.format === 'id';
}

/**
 * Gives entries whose languages have words for them the ids by which they are called so far, before one of them is moved or removed:
 * entries of a list that had no such words before have none.
 */
export function keepIds(list: SharedArray<SharedMap<unknown>>, of: ListOf): void {
  if (typeof of === 'string' || !of.some(isId)) return;
  for (const [index, entry] of list.toArray().entries()) {
    if (!entry.get(ENTRY_ID)) entry.set(ENTRY_ID, entryId(undefined, index));
  }
}

/** A new entry with empty texts, and an id if languages have words for it. */
export function createEntry(of: ListOf): SharedMap<unknown> {
  const texts = textMembers(of).map((key): [string, unknown] => [key, new Text()]);
  const hasId = typeof of !== 'string' && of.some(isId);
  return new SharedMap<unknown>([...(hasId ? [[ENTRY_ID, randomKey()] as [string, unknown]] : []), ...texts]);
}

/** Moves an entry to another position. A shared array cannot move entries, so a copy is inserted. */
export function moveEntry(list: SharedArray<SharedMap<unknown>>, index: number, to: number): boolean {
  const entry = list.get(index);
  if (!entry || to < 0 || to >= list.length || to === index) return false;
  list.doc?.transact(() => {
    const copy = entry.clone();
    list.delete(index);
    list.insert(to, [copy]);
  });
  return true;
}

/** An entry that says a span of time. */
type Span = { readonly [member: string]: unknown };

/** The days of an entry, and its times. */
function spanOf({ days, from, to }: SpanMembers, entry: unknown): { days: number[]; from: unknown; to: unknown } {
  const { [days]: on, [from]: start, [to]: end } = Object(entry) as Span;
  return { days: Array.isArray(on) ? on : [], from: start, to: end };
}

/** Inserts an entry after another one, for the same days and without times. */
export function addSpan(list: SharedArray<SharedMap<unknown>>, members: SpanMembers, index: number): void {
  const days = list.get(index)?.get(members.days);
  list.insert(index + 1, [new SharedMap<unknown>([[members.days, days]])]);
}

/** The first day of the week of which an entry could take over the times; `undefined` if it has them, or there is none. */
export function dayToCopy(members: SpanMembers, entries: readonly unknown[], index: number): number | undefined {
  const own = spanOf(members, entries[index]);
  const spans = entries.map((entry) => spanOf(members, entry)).filter(({ from, to }) => from && to);
  const day = Math.min(...spans.flatMap(({ days }) => days));
  if (own.days.length === 0 || own.days.includes(day) || !Number.isFinite(day)) return undefined;
  const timesOn = (wanted: number) =>
    JSON.stringify(spans.filter(({ days }) => days.includes(wanted)).map(({ from, to }) => [from, to]));
  return own.days.every((one) => timesOn(one) === timesOn(day)) ? undefined : day;
}

/** Gives an entry the times of a day; for its further spans, entries of the same days follow, which replace those that do. */
export function copyDay(
  list: SharedArray<SharedMap<unknown>>,
  members: SpanMembers,
  { index, day }: { index: number; day: number },
): void {
  const entries = list.toArray();
  const entry = entries[index];
  const days = entry?.get(members.days);
  const times = entries
    .filter((one) => spanOf(members, one.toJSON()).days.includes(day))
    .flatMap((one) => {
      const [from, to] = [one.get(members.from), one.get(members.to)];
      return from && to ? [{ from, to }] : [];
    });
  list.doc?.transact(() => {
    const [first, ...rest] = times;
    entry?.set(members.from, first?.from);
    entry?.set(members.to, first?.to);
    const further = rest.map(
      ({ from, to }) =>
        new SharedMap<unknown>([
          [members.days, days],
          [members.from, from],
          [members.to, to],
        ]),
    );
    if (further.length > 0) list.insert(index + 1, further);
    for (const [at, one] of list.toArray().entries().toArray().toReversed()) {
      const isOlder = at > index + further.length || at < index;
      if (isOlder && JSON.stringify(one.get(members.days)) === JSON.stringify(days)) list.delete(at);
    }
  });
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
