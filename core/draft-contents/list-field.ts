import * as Y from 'yjs';
import type { FieldDefinition, ListOf } from '../content-types/content-type.ts';
import { ENTRY_ID, entryId, withIds } from '../content-types/entry-words.ts';
import { sameContents } from '../documents/compare-values.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { ENTRY_VALUE } from '../drafts/draft-shape.ts';
import { increasingPositions } from '../rich-text/increasing-positions.ts';
import { createText, readText, readValue, writeText } from './values.ts';

type Record = { [key: string]: JsonValue };

/** The entries of a shared list. Entries of another kind are ignored. */
export function readList(list: Y.Array<unknown>, of: ListOf): JsonValue[] {
  const entries = list.toArray().flatMap((entry) => (entry instanceof Y.Map ? (readEntry(entry, of) ?? []) : []));
  return hasIds(of) ? withIds(entries) : entries;
}

function readEntry(entry: Y.Map<unknown>, of: ListOf): JsonValue | undefined {
  if (of === 'number' || of === 'weekday') {
    const value = entry.get(ENTRY_VALUE);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }
  if (of === 'text') return readMember(entry, ENTRY_VALUE) ?? '';
  const record: Record = {};
  for (const { key } of of) {
    const value = readMember(entry, key);
    if (value !== undefined && value !== '') record[key] = value;
  }
  return record;
}

function readMember(entry: Y.Map<unknown>, key: string): JsonValue | undefined {
  const value = entry.get(key);
  return value instanceof Y.Text ? readText(value) : readValue(value);
}

/**
 * Changes a shared list where it differs. Entries are matched by their ids or by equal contents, else with the next one in between.
 */
export function writeList(list: Y.Array<Y.Map<unknown>>, of: ListOf, given: JsonValue[]): void {
  const values = hasIds(of) ? withIds(given) : given;
  const children = list.toArray();
  const present = children.map((entry) => (entry instanceof Y.Map ? readEntry(entry, of) : undefined));
  if (present.every((entry) => entry !== undefined) && sameContents(present, values)) return;
  const matches = matchEntries(present, values, hasIds(of) ? entryId : contentHash);
  let place = children.length;
  for (let index = values.length - 1; index >= 0; index--) {
    const match = matches[index];
    if (match === undefined) {
      list.insert(place, [createEntry(of, values[index] as JsonValue)]);
      continue;
    }
    if (match < place - 1) list.delete(match + 1, place - 1 - match);
    writeEntry(children[match] as Y.Map<unknown>, of, values[index] as JsonValue);
    place = match;
  }
  if (place > 0) list.delete(0, place);
}

function createEntry(of: ListOf, value: JsonValue): Y.Map<unknown> {
  const entry = new Y.Map<unknown>();
  for (const [key, member] of membersOf(of, value))
    entry.set(key, isText(of, key) ? createText(textOf(member)) : member);
  return entry;
}

function writeEntry(entry: Y.Map<unknown>, of: ListOf, value: JsonValue): void {
  const members = new Map(membersOf(of, value));
  for (const [key, present] of [...entry.entries()]) {
    if (members.has(key)) continue;
    // An empty text reads as missing, and is kept because somebody may be about to type into it.
    if (isText(of, key) && present instanceof Y.Text) writeText(present, '');
    else entry.delete(key);
  }
  for (const [key, member] of members) {
    const present = entry.get(key);
    if (isText(of, key)) {
      if (present instanceof Y.Text) writeText(present, textOf(member));
      else entry.set(key, createText(textOf(member)));
    } else if (!sameContents(readValue(present), member)) {
      entry.set(key, member);
    }
  }
}

function membersOf(of: ListOf, value: JsonValue): [string, JsonValue][] {
  if (!Array.isArray(of)) return [[ENTRY_VALUE, value]];
  const record = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return of.flatMap(({ key }): [string, JsonValue][] => (record[key] === undefined ? [] : [[key, record[key]]]));
}

/** Whether entries have ids by which languages have words for them. */
function hasIds(of: ListOf): of is FieldDefinition[] {
  return Array.isArray(of) && of.some((member) => isId(member));
}

function isId(member: FieldDefinition): boolean {
  return member.key === ENTRY_ID && member.kind === 'text' && member.format === 'id';
}

function isText(of: ListOf, key: string): boolean {
  if (!Array.isArray(of)) return of === 'text';
  return of.some((member) => member.key === key && member.kind === 'text' && !isId(member));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Matches each wanted entry with a present one, as an increasing list of indexes; `undefined` if there is none. Matches equal
 * contents, else the next one in between.
 * @param nameOf what equal entries have in common
 */
export function matchEntries(
  present: unknown[],
  wanted: unknown[],
  nameOf: (entry: unknown, index: number) => string = contentHash,
): (number | undefined)[] {
  const known = [...present.entries()].filter(([, entry]) => entry !== undefined);
  const places = new Map(
    [...Map.groupBy(known, ([index, entry]) => nameOf(entry, index))].map(([key, entries]) => [key, entries.values()]),
  );
  const found = wanted.map((entry, index) => places.get(nameOf(entry, index))?.next().value?.[0]);
  const matched = found.flatMap((index) => index ?? []);
  const kept = new Set(increasingPositions(matched).map((position) => matched[position]));
  const matches = found.map((index) => (index !== undefined && kept.has(index) ? index : undefined));
  return fillBetween(matches, present.length, (index) => present[index] !== undefined);
}

/** Gives each unmatched position the next free and suitable index between those of its neighbours. */
function fillBetween(
  matches: (number | undefined)[],
  length: number,
  fits: (index: number, place: number) => boolean,
): (number | undefined)[] {
  const limits: number[] = [];
  let limit = length;
  for (let place = matches.length - 1; place >= 0; place--) {
    limits[place] = limit;
    limit = matches[place] ?? limit;
  }
  let next = 0;
  return matches.map((match, place) => {
    let found = match;
    for (let index = next; found === undefined && index < (limits[place] ?? 0); index++) {
      if (fits(index, place)) found = index;
    }
    if (found !== undefined) next = found + 1;
    return found;
  });
}
