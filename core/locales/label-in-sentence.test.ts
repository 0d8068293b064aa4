import { expect, test } from 'vitest';
import { labelInSentence } from './locale.ts';

test('a label in a sentence begins with a small letter, except for the nouns of German', () => {
  expect(labelInSentence('News item', 'en-US')).toBe('news item');
  expect(labelInSentence('Índice', 'es-MX')).toBe('índice');
  expect(labelInSentence('Konzert', 'de-DE')).toBe('Konzert');
  expect(labelInSentence('Konzert', 'de')).toBe('Konzert');
  expect(labelInSentence('Desert', 'den')).toBe('desert');
});
