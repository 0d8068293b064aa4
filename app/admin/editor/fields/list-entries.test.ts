import { expect, test } from 'vitest';
import { Doc, type Map as SharedMap, Text } from 'yjs';
import type { ListOf } from '#core/content-types/content-type.ts';
import { writeList } from '#core/draft-contents/list-field.ts';
import { addSpan, copyDay, createEntry, dayToCopy, moveEntry, parseNumbers, readEntries } from './list-entries.ts';

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
  expect(moveEntry(list, 2, 0)).toBe(true);
  expect(readEntries(list, 'text')).toEqual(['c', 'b', 'a']);
  expect(moveEntry(list, 0, -1)).toBe(false);
  expect(moveEntry(list, 2, 3)).toBe(false);
});

test('spans of time have a second one on the same days, and days take over the times of Monday', () => {
  const [days, opens, closes] = ['days', 'opens', 'closes'];
  const of = [
    { key: days, kind: 'list', of: 'weekday', labels: {}, localized: false },
    { key: opens, kind: 'time', labels: {}, localized: false },
    { key: closes, kind: 'time', after: opens, labels: {}, localized: false },
  ] satisfies ListOf;
  const members = { days, from: opens, to: closes };
  const list = new Doc().getArray<SharedMap<unknown>>('field:hours');
  writeList(list, of, [
    { days: [1, 2], opens: '07:00', closes: '14:00' },
    { days: [6, 7], opens: '08:00', closes: '13:00' },
  ]);
  expect(dayToCopy(members, readEntries(list, of), 0)).toBeUndefined();
  addSpan(list, members, 0);
  list.get(1).set(opens, '16:00');
  list.get(1).set(closes, '20:00');
  expect(dayToCopy(members, readEntries(list, of), 2)).toBe(1);
  for (let time = 0; time < 2; time++) {
    copyDay(list, members, { index: 2, day: 1 });
    expect(readEntries(list, of)).toEqual([
      { days: [1, 2], opens: '07:00', closes: '14:00' },
      { days: [1, 2], opens: '16:00', closes: '20:00' },
      { days: [6, 7], opens: '07:00', closes: '14:00' },
      { days: [6, 7], opens: '16:00', closes: '20:00' },
    ]);
  }
  expect(dayToCopy(members, readEntries(list, of), 2)).toBeUndefined();
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
