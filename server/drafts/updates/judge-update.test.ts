import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { decodeUpdate } from './decode-update.ts';
import { judgeUpdate } from './judge-update.ts';

/** A text in which one format begins per character, and none ends. */
function manyFormats(count: number): Y.Doc {
  const doc = new Y.Doc();
  doc.transact(() => {
    const text = doc.getText('title');
    text.insert(0, 'x'.repeat(count));
    for (let index = 0; index < count; index++) text.format(0, count - index, { [`format-${index}`]: 1 });
  });
  return doc;
}

/** What a change of a copy of a document adds to it. */
function updateOf(doc: Y.Doc, change: (text: Y.Text) => void) {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const before = Y.encodeStateVector(copy);
  copy.transact(() => change(copy.getText('title')));
  return decodeUpdate(Y.encodeStateAsUpdate(copy, before));
}

test.each<[string, (text: Y.Text) => void]>([
  ['another format', (text) => text.format(0, 1, { bold: {} })],
  ['a character with a format', (text) => text.insert(0, 'y', { bold: {} })],
  ['the end of a format', (text) => text.format(0, 1, { 'format-1': null })],
])('%s in a text is cheap, unless all of its many formats are passed for that', (_, change) => {
  const [few, many] = [manyFormats(20), manyFormats(600)];
  expect(judgeUpdate(few, updateOf(few, change), new Map()).verdict).toBe('cheap');
  expect(judgeUpdate(many, updateOf(many, change), new Map()).verdict).toBe('unclear');
  const typed = updateOf(many, (text) => text.insert(0, 'y'));
  expect(judgeUpdate(many, typed, new Map()).verdict).toBe('cheap');
});
