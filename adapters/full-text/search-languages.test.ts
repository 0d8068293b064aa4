import { expect, test } from 'vitest';
import { createFullTextIndex } from './search-index.ts';

test.each([
  ['fr-FR', 'Bibliothèques', 'bibliothèque'],
  ['de-DE', 'Bücher', 'buch'],
  ['ru-RU', 'Книги библиотеки', 'книга'],
  ['ar-SA', 'المكتبة', 'مكتبة'],
  ['ta-IN', 'புத்தகங்கள்', 'புத்தகம்'],
  ['nb-NO', 'Biblioteket', 'bibliotek'],
  ['he-IL', 'שָׁלוֹם', 'שלום'],
])('words of %s are found in another of their forms', (language, title, query) => {
  const index = createFullTextIndex({ languages: [{ code: 'xx', language }] });
  const entry = { id: 'a', locale: 'xx', contentLanguage: 'xx', title, summary: '', text: '' };
  index.write([{ source: 'publication-cards/a', entries: [{ area: 'public', isShown: true, ...entry }] }]);
  const { hits } = index.search(query, { locale: 'xx', offset: 0, limit: 20 });
  expect(hits.map(({ id }) => id)).toEqual(['a']);
});
