import * as Y from 'yjs';
import {
  ENTRY_ID,
  type RecordList,
  readWordKey,
  wordKey,
  wordMembers,
  wordsById,
} from '../content-types/entry-words.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { isMemberName } from '../documents/storable-data.ts';
import { fieldName } from '../drafts/draft-shape.ts';
import { textChanges } from '../shared-text/text-changes.ts';

/** Maximum depth; no field has deeper values. */
const MAX_DEPTH = 10;

/** Converts a value of a shared map to a storable one; `undefined` if it cannot be stored. */
export function readValue(value: unknown, depth = 0): JsonValue | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.flatMap((entry) => readValue(entry, depth + 1) ?? []);
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const members: { [name: string]: JsonValue } = {};
  for (const [name, member] of Object.entries(value)) {
    const read = isMemberName(name) ? readValue(member, depth + 1) : undefined;
    if (read !== undefined) members[name] = read;
  }
  return members;
}

/** The plain text of a shared text. Embedded objects, which only a manipulated client writes, are ignored. */
export function readText(text: Y.Text): string {
  return text.toString().toWellFormed();
}

/** Changes a shared text where it differs. */
export function writeText(text: Y.Text, value: string): void {
  for (const { index, remove, insert } of textChanges(text.toString(), value.toWellFormed()).toReversed()) {
    if (remove > 0) text.delete(index, remove);
    if (insert !== '') text.insert(index, insert, {});
  }
}

/** Creates a shared text. */
export function createText(value: string): Y.Text {
  return new Y.Text(value.toWellFormed());
}

/** The words of a list's entries in a language, in the order of their ids; entries without words are left out. */
export function readWords(doc: Y.Doc, field: RecordList): { [member: string]: string }[] {
  const found = new Map<string, { [member: string]: string }>();
  for (const { id, member, name } of wordsIn(doc, field)) {
    const text = readText(doc.getText(name));
    if (text !== '') found.set(id, { ...found.get(id), [member]: text });
  }
  const ids = [...found.keys()].sort();
  return ids.map((id) => ({ [ENTRY_ID]: id, ...found.get(id) }));
}

/** Changes the words of a list where they differ. */
export function writeWords(doc: Y.Doc, field: RecordList, value: JsonValue): void {
  const wanted = wordsById(value);
  for (const { id, member, name } of wordsIn(doc, field)) {
    if (typeof wanted.get(id)?.[member] !== 'string') writeText(doc.getText(name), '');
  }
  for (const [id, words] of wanted) {
    for (const { key: member } of wordMembers(field)) {
      const text = words[member];
      if (typeof text === 'string') writeText(doc.getText(fieldName(wordKey(field.key, id, member))), text);
    }
  }
}

/** The shared texts of a list's entries. Each has a name of its own, so that two who begin one at once write one text. */
function wordsIn(doc: Y.Doc, field: RecordList) {
  const start = fieldName(`${field.key}.`);
  const members = wordMembers(field).map(({ key }) => key);
  return [...doc.share.keys()].flatMap((name) => {
    const word = name.startsWith(start) ? readWordKey(name.slice(fieldName('').length)) : undefined;
    return word && members.includes(word.member) ? [{ ...word, name }] : [];
  });
}
