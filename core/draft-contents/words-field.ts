import type * as Y from 'yjs';
import {
  ENTRY_ID,
  type RecordList,
  readWordKey,
  wordKey,
  wordMembers,
  wordsById,
} from '../content-types/entry-words.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { fieldName } from '../drafts/draft-shape.ts';
import { readText, writeText } from './values.ts';

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
