import { expect, test } from 'vitest';
import { Doc, type Map as SharedMap, Text } from 'yjs';
import { createEntry, moveEntry, parseNumbers, readEntries } from './list-entries.ts';

function createList(texts: string[]) {
  const list = new Doc().getArray<SharedMap<unknown>>('field:steps');
  for (const text of texts) {
    list.push([createEntry('text')]);
    (list.get(list.length - 1).get('value') as Text).insert(0, text);
  }
  return list;
}

test('entries are read as content has them', () => {
  expect(readEntries(createList(['a', 'b']), 'text')).toEqual(['a', 'b']);
  const records = new Doc().getArray<SharedMap<unknown>>('field:hours');
  const of = [
    { key: 'opens', kind: 'text', labels: {}, localized: false },
    { key: 'days', kind: 'list', of: 'number', labels: {}, localized: false },
  ] as const;
  records.push([createEntry([...of])]);
  records.get(0).set('days', [1, 2]);
  expect(readEntries(records, [...of])).toEqual([{ opens: '', days: [1, 2] }]);
});

test('an entry moves past its neighbour with what it says, and not out of the list', () => {
  const list = createList(['a', 'b', 'c']);
  expect(moveEntry(list, 0, 1)).toBe(true);
  expect(readEntries(list, 'text')).toEqual(['b', 'a', 'c']);
  expect(list.get(1).get('value')).toBeInstanceOf(Text);
  expect(moveEntry(list, 0, -1)).toBe(false);
  expect(moveEntry(list, 2, 1)).toBe(false);
});

test.each<[string, number[] | undefined]>([
  ['1, 2,3', [1, 2, 3]],
  ['1; 2 3', [1, 2, 3]],
  ['1,', [1]],
  ['', []],
  ['1, dos', undefined],
  ['-', undefined],
])('“%s” is read as %j', (text, numbers) => {
  expect(parseNumbers(text)).toEqual(numbers);
});
