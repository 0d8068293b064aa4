import { expect, test } from 'vitest';
import { KIT_LOCALES, kitDirection, kitLocaleOf } from './kit-locales.ts';

test.each([
  ['es-MX', 'es'],
  ['en-US', 'en'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['fa', 'fa-IR'],
  ['nb', 'nb-NO'],
  ['no', 'nb-NO'],
  ['nn-NO', 'nb-NO'],
  ['zh', 'zh-CN'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hant-TW', 'zh-TW'],
  ['zh-Hans-SG', 'zh-CN'],
  ['ar-EG', 'ar'],
  ['eu', 'en'],
])('the kit speaks to readers of %s in %s', (language, kit) => {
  expect(kitLocaleOf(language)).toBe(kit);
});

test('five of the 41 languages are written from right to left', () => {
  expect(KIT_LOCALES).toHaveLength(41);
  expect(KIT_LOCALES.filter((language) => kitDirection(language) === 'rtl')).toEqual([
    'ar',
    'ckb',
    'fa-IR',
    'he',
    'ur',
  ]);
  for (const locale of KIT_LOCALES) expect(kitLocaleOf(locale)).toBe(locale);
});
