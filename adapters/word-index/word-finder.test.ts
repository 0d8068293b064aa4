import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWordFinder, createWordIndex } from './search-index.ts';

const languages = [
  { code: 'es', language: 'es-MX' },
  { code: 'en', language: 'en-US' },
];

test('a finder, which does not keep texts, finds what the index finds', () => {
  const words = fc.array(fc.constantFrom('rodilla', 'hombro', 'codo', 'x-ray', 'de', 'radiografías'), { maxLength: 8 });
  const text = words.map((some) => some.join(' '));
  const change = fc.record({ id: fc.nat(30).map(String), locale: fc.constantFrom('es', 'en'), title: text, text });
  fc.assert(
    fc.property(fc.array(fc.oneof(change, fc.nat(30).map(String)), { maxLength: 100 }), text, (changes, query) => {
      const [index, finder] = [createWordIndex({ languages }), createWordFinder({ languages })];
      for (const part of [index, finder]) {
        for (const next of changes)
          typeof next === 'string'
            ? part.remove(next)
            : part.put({ contentLanguage: next.locale, summary: '', ...next });
      }
      for (const locale of ['es', 'en']) {
        expect(finder.find(query, { locale, limit: 5 })).toEqual(index.find(query, { locale, limit: 5 }));
      }
    }),
  );
});
