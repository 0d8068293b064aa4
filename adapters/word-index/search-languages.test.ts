import { expect, test } from 'vitest';
import { createWordIndex } from './search-index.ts';

test.each([
  ['fr-FR', 'Bibliothèques', 'bibliothèque'],
  ['de-DE', 'Bücher', 'buch'],
  ['ru-RU', 'Книги библиотеки', 'книга'],
  ['ar-SA', 'المكتبة', 'مكتبة'],
  ['ta-IN', 'புத்தகங்கள்', 'புத்தகம்'],
  ['nb-NO', 'Biblioteket', 'bibliotek'],
  ['he-IL', 'שָׁלוֹם', 'שלום'],
])('words of %s are found in another of their forms', (language, title, query) => {
  const index = createWordIndex({ languages: [{ code: 'xx', language }] });
  index.put({ id: 'a', locale: 'xx', contentLanguage: 'xx', title, summary: '', text: '' });
  const { hits } = index.search(query, { locale: 'xx', offset: 0, limit: 20 });
  expect(hits.map(({ id }) => id)).toEqual(['a']);
});
