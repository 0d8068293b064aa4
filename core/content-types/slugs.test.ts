import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '#adapters/contracts/any-text.ts';
import { isNumbered, proposeSlug, slugProblem } from './slugs.ts';

describe('proposeSlug', () => {
  test.each([
    ['Radiografía de tórax', 'es', 'radiografia-de-torax'],
    ['¿Qué es un niño? Pingüinos & más', 'es', 'que-es-un-nino-pinguinos-y-mas'],
    ["Doctor's order & more", 'en', 'doctors-order-and-more'],
    ['Straße, Ærø, Łódź', 'en', 'strasse-aero-lodz'],
    ['3 T – 128 cortes', 'es', '3-t-128-cortes'],
    ['50% menos', 'es', '50-por-ciento-menos'],
    ['日本', 'es', ''],
  ])('makes of %j in %s %j', (title, locale, slug) => {
    expect(proposeSlug(title, locale)).toBe(slug);
  });

  test('gives a slug that is valid, or none, for any title; and leaves a slug as it is', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), fc.constantFrom('es', 'en', 'fr'), (title, locale) => {
        const slug = proposeSlug(title, locale);
        if (slug !== '') expect(slugProblem(slug)).toBeUndefined();
        expect(proposeSlug(slug, locale)).toBe(slug);
      }),
    );
  });

  test('cuts a long title between words', () => {
    const slug = proposeSlug('palabra '.repeat(50), 'es');
    expect(slug).toBe(`${'palabra-'.repeat(14)}palabra`);
  });
});

test.each(['', 'A', 'a_b', '-a', 'a-', 'a--b', 'ñ', 'a b', 'a/b', 'x'.repeat(121)])('%j is no slug', (slug) => {
  expect(slugProblem(slug)).toEqual(expect.any(String));
});

test('a number behind a slug is known as such, also where the slug was cut for it', () => {
  expect(isNumbered('el-ayuno-2', 'el-ayuno')).toBe(true);
  expect(isNumbered('el-ayuno', 'el-ayuno')).toBe(false);
  expect(isNumbered('el-ayuno-1', 'el-ayuno')).toBe(false);
  expect(isNumbered('el-ayuno-02', 'el-ayuno')).toBe(false);
  expect(isNumbered('el-ayuno-2026', 'el-ayuno')).toBe(false);
  expect(isNumbered('otro-2', 'el-ayuno')).toBe(false);
  expect(isNumbered(`${'x'.repeat(118)}-2`, 'x'.repeat(120))).toBe(true);
});

test.each([
  ['ru', 'Щедрая библиотека № 7', 'shchedraya-biblioteka-no-7'],
  ['uk', 'Їжак і книга', 'izhak-i-kniga'],
  ['el', 'Δημοτική Βιβλιοθήκη', 'dimotiki-vivliothiki'],
  ['ar', 'المكتبة البلدية ٢٠٢٦', 'almktba-albldya-2026'],
  ['fa', 'کتابخانه', 'ktabkhanh'],
  ['he', 'ספרייה', 'spryyh'],
  ['hy', 'Գրադարան', 'gradaran'],
  ['ka', 'ბიბლიოთეკა', 'biblioteka'],
  ['ko', '도서관', 'doseogwan'],
  ['ja', '図書館 2026', '2026'],
])('a title in %s has a slug in Latin letters, as far as its letters are sounds', (locale, title, slug) => {
  expect(proposeSlug(title, locale)).toBe(slug);
});

test('invisible characters are not in a slug', () => {
  expect(proposeSlug('Re\u00adso\u00adnan\u00adcia\u200b mag\u2060nética\u200f', 'es')).toBe('resonancia-magnetica');
});
