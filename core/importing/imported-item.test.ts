import { expect, test } from 'vitest';
import { readImportedItem } from './imported-item.ts';

const read = (fields: unknown) =>
  readImportedItem({ type: 'a', sourceLanguage: 'es', languages: { es: { title: 'A', fields } } });

test('a field may be a text in Markdown, as a body is', () => {
  const { item, problems } = read({ way: { markdown: 'By **bus**.' }, note: 'x' });
  expect(problems).toEqual([]);
  expect(item?.languages.es?.fields).toMatchObject({
    way: { type: 'doc', content: [{ type: 'paragraph', content: [{ text: 'By ' }, { text: 'bus' }, { text: '.' }] }] },
    note: 'x',
  });
});

test('what is wrong in such a field is named with its path and line', () => {
  expect(read({ way: { markdown: 'One\n\n![](https://example.org/a.png)' } }).problems).toMatchObject([
    { path: ['languages', 'es', 'fields', 'way', 'markdown'], lineInText: 3 },
  ]);
});

test('each of 10,000 members that there are not is named, and the others are read', () => {
  const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
  const given = { type: 'a', sourceLanguage: 'es', languages: { es: { title: 'A', ...unknown } }, ...unknown };
  const { item, problems } = readImportedItem(given);
  expect(problems).toHaveLength(20_000);
  expect(item?.languages.es?.title).toBe('A');
  expect(Object.keys(given)).toHaveLength(10_003);
});

test.each(['1969-12-31T23:59:59Z', '1970-01-01T00:00:00+01:00', '0001-01-01', '0000-01-01'])(
  'an item dated %s, before the times that can be stored, is a problem at its date',
  (publishedAt) => {
    const { item, problems } = readImportedItem({
      type: 'a',
      sourceLanguage: 'es',
      publishedAt,
      languages: { es: { title: 'A' } },
    });
    expect(item).toBeUndefined();
    expect(problems).toMatchObject([{ path: ['publishedAt'], message: expect.stringContaining('not before 1970') }]);
  },
);

test.each([
  ['2024-05-01', '2024-05-01T06:00:00.000Z'],
  ['2024-05-01T09:00:00', '2024-05-01T15:00:00.000Z'],
  ['2024-05-01T09:00:00Z', '2024-05-01T09:00:00.000Z'],
])('the date %s is one of the site', (publishedAt, moment) => {
  const given = { type: 'a', sourceLanguage: 'es', publishedAt, languages: { es: { title: 'A' } } };
  const { item } = readImportedItem(given, { timeZone: 'America/Mexico_City' });
  expect(new Date(item?.publishedAt ?? 0).toISOString()).toBe(moment);
});
