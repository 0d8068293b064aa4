import { expect, test } from 'vitest';
import { formatRef, parseRef } from './history-entry.ts';

test('every entry of the history has an address that leads back to it', () => {
  for (const text of ['draft', 'revision:es:3', 'revision:es:3,pt-br:1', 'saved-version:a:1700000000000:0-f']) {
    const ref = parseRef(text);
    expect(ref && formatRef(ref)).toBe(text);
  }
  expect(parseRef('revision:es:3,en:1')).toEqual({
    kind: 'publication',
    revisions: [
      { language: 'es', revision: 3 },
      { language: 'en', revision: 1 },
    ],
  });
});

test.each([
  '',
  'drafts',
  'revision:',
  'revision:es',
  'revision:es:x',
  'revision:es:1,',
  'revision:es:1,,en:1',
  'saved-version:../a',
])('"%s" is the address of nothing', (text) => {
  expect(parseRef(text)).toBeUndefined();
});
