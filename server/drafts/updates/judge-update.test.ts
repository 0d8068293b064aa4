import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { withJson } from '../../../test/helpers/drafts/costly-updates.ts';
import { decodeUpdate, judgeUpdate } from './judge-update.ts';

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

/** Whether an update is decoded. */
function update(payload: Uint8Array): boolean {
  try {
    decodeUpdate(payload);
    return true;
  } catch {
    return false;
  }
}

test('JSON in an update is readable unless it is nested so deep that parsing it may end the process', () => {
  expect(withJson(JSON.stringify({ a: [{ b: '['.repeat(1_000) }] })).map(update)).toEqual([true, true, true]);
  for (const deep of [`${'['.repeat(200)}${']'.repeat(200)}`, `${'[1,'.repeat(30_000)}1`]) {
    expect(withJson(deep).map(update)).toEqual([false, false, false]);
  }
});

/** An update of integers alone. */
const encodedAs = (numbers: number[]) =>
  Uint8Array.from(
    numbers.flatMap((number) => {
      const bytes = [];
      for (let rest = number; ; rest = Math.floor(rest / 128)) {
        if (rest < 128) return [...bytes, rest];
        bytes.push((rest % 128) + 128);
      }
    }),
  );

const each = (count: number, numbers: number[]) => Array.from({ length: count }, () => numbers).flat();

test.each([
  ['clients that wrote nothing', (count: number) => encodedAs([count, ...each(count, [0, 1, 0]), 0]), 10_000, 50_000],
  [
    'clients of whose nothing is removed',
    (count: number) => encodedAs([0, count, ...each(count, [1, 0])]),
    10_000,
    50_000,
  ],
  ['structs that are gone', (count: number) => encodedAs([1, count, 1, 0, ...each(count, [0, 1]), 0]), 50_000, 500_000],
  ['removed ranges', (count: number) => encodedAs([0, 1, 1, count, ...each(count, [1, 1])]), 50_000, 500_000],
])('an update of a number of %s is readable, of too many it is not', (_, make, some, tooMany) => {
  expect([update(make(some)), update(make(tooMany))]).toEqual([true, false]);
});
