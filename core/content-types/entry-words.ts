import type { JsonValue } from '../documents/document-store.ts';
import type { FieldDefinition } from './content-type.ts';

/* A list that all languages share may have entries with texts of each language: its localized members. Structure and texts are
   stored apart, under the same key: the shared part has the entries in their order, a language has the words of entries in any order,
   as records with the id of their entry. Publications have both together. */

/** The member of an entry, and of its words, that says which entry it is. */
export const ENTRY_ID = 'id';

const idMember: FieldDefinition = { key: ENTRY_ID, kind: 'text', format: 'id', localized: false, labels: {} };

/** A list of records. */
export type RecordList = Extract<FieldDefinition, { kind: 'list' }> & { of: FieldDefinition[] };

type Entry = { [member: string]: JsonValue };

/** Values by key of the field. */
type FieldValues = { [key: string]: JsonValue };

/** Whether a field is a shared list whose entries have texts of each language. */
export function hasWords(field: FieldDefinition): field is RecordList {
  return (
    field.kind === 'list' && !field.localized && Array.isArray(field.of) && field.of.some(({ localized }) => localized)
  );
}

/** The members of entries that are texts of each language. @param of those of the whole field, or of its localized part */
export function wordMembers({ of }: RecordList): Extract<FieldDefinition, { kind: 'text' }>[] {
  return of.flatMap((member) => (member.localized && member.kind === 'text' ? member : []));
}

/** Both parts of a list with words, which are asked for again and again. */
const parts = new WeakMap<RecordList, { shared: FieldDefinition; own: FieldDefinition }>();

/** What of a field is shared, or what is localized, as a field; `undefined` if nothing is. */
export function partOfField(field: FieldDefinition, localized: boolean): FieldDefinition | undefined {
  if (!hasWords(field)) return field.localized === localized ? field : undefined;
  const known = parts.get(field) ?? {
    shared: { ...field, of: [idMember, ...field.of.filter((member) => !member.localized)] },
    own: {
      ...field,
      localized: true,
      required: false,
      of: [idMember, ...field.of.filter((member) => member.localized)],
    },
  };
  parts.set(field, known);
  return localized ? known.own : known.shared;
}

/** Whether a field is the localized part of a list with words. */
export function isWords(field: FieldDefinition): field is RecordList {
  return field.kind === 'list' && field.localized && Array.isArray(field.of) && field.of[0] === idMember;
}

/** The id of an entry, or of its words: without one of its own it is called by its place, as it is in lists that programs write. */
export function entryId(entry: unknown, index: number): string {
  const { [ENTRY_ID]: id } = Object(entry) as { [ENTRY_ID]?: unknown };
  return typeof id === 'string' && id !== '' ? id : `e${index + 1}`;
}

/** The entries of a list, each with its id. */
export function withIds(value: readonly JsonValue[]): JsonValue[] {
  return value.map((entry, index) => (isEntry(entry) ? { ...entry, [ENTRY_ID]: entryId(entry, index) } : entry));
}

/** The words of a list by id of their entry. */
export function wordsById(words: unknown): Map<string, Entry> {
  if (!Array.isArray(words)) return new Map();
  const own = words.filter(isEntry);
  return new Map(own.map((entry, index) => [entryId(entry, index), entry]));
}

/** The name of a text of an entry: as a unit of translation and as a shared text, after `field:`. */
export function wordKey(field: string, id: string, member: string): string {
  return `${field}.${id}.${member}`;
}

/** What a name of a text of an entry says. @returns `undefined` for other names */
export function readWordKey(key: string): { field: string; id: string; member: string } | undefined {
  const [field = '', ...rest] = key.split('.');
  const member = rest.pop();
  return member === undefined || rest.length === 0 ? undefined : { field, id: rest.join('.'), member };
}

/** The shared values and those of a language together, as readers have them: entries with their words. */
export function mergeValues(shared: FieldValues, own: FieldValues, fields: readonly FieldDefinition[]): FieldValues {
  const merged: FieldValues = { ...shared, ...own };
  for (const field of fields) {
    if (!hasWords(field)) continue;
    const entries = shared[field.key];
    if (!Array.isArray(entries)) {
      delete merged[field.key];
      continue;
    }
    const words = wordsById(own[field.key]);
    merged[field.key] = entries.map((entry, index) => {
      const id = entryId(entry, index);
      return isEntry(entry) ? { ...entry, ...words.get(id), [ENTRY_ID]: id } : entry;
    });
  }
  return merged;
}

/** The values of a language without words of entries that the shared part does not have. */
export function withoutLostWords(
  own: FieldValues,
  shared: FieldValues,
  fields: readonly FieldDefinition[],
): FieldValues {
  const kept = fields.filter(hasWords).flatMap(({ key }): [string, JsonValue][] => {
    const words = own[key];
    if (!Array.isArray(words)) return [];
    const entries = shared[key];
    const ids = new Set(Array.isArray(entries) ? entries.map(entryId) : []);
    return [[key, words.filter((entry, index) => ids.has(entryId(entry, index)))]];
  });
  return kept.length === 0 ? own : { ...own, ...Object.fromEntries(kept) };
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
