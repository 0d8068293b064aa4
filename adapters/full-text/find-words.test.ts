import { expect, test } from 'vitest';
import { findWords } from './find-words.ts';

test('soft hyphens and other invisible characters do not divide or change a word', () => {
  const text = 'Texto con mag\u00adné\u00adti\u200bca y re\u2060so\ufeffnan\u00adcia.';
  expect(findWords(text).map(({ folded }) => folded)).toEqual(['texto', 'con', 'magnetica', 'y', 'resonancia']);
});
