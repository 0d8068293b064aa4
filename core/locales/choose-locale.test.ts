import { describe, expect, test } from 'vitest';
import { chooseLocale, type LocaleSignals, parseAcceptLanguage } from './choose-locale.ts';
import type { LocaleSet } from './locale.ts';

const set: LocaleSet = {
  defaultLocale: 'es',
  locales: [
    { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' },
    { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' },
  ],
};
const choose = (signals: Partial<LocaleSignals>) => chooseLocale(set, { isCrawler: () => false, ...signals });

describe('the language of the unprefixed root', () => {
  test('is what the browser prefers on a first visit, and that is remembered', () => {
    expect(choose({ acceptLanguage: 'en-GB,en;q=0.9,es;q=0.5' })).toEqual({ locale: 'en', remember: true });
    expect(choose({ acceptLanguage: 'en;q=0.4, es-AR' })).toEqual({ locale: 'es', remember: true });
  });

  test('is the default one for a browser that reads neither, and that is remembered', () => {
    expect(choose({ acceptLanguage: 'fr-CA,fr' })).toEqual({ locale: 'es', remember: true });
  });

  test('is the next preference when the first is not offered', () => {
    expect(choose({ acceptLanguage: 'fr,en;q=0.3' })).toEqual({ locale: 'en', remember: true });
  });

  test('is the remembered one, whatever the browser prefers', () => {
    expect(choose({ remembered: 'en', acceptLanguage: 'es' })).toEqual({ locale: 'en', remember: false });
    expect(choose({ remembered: 'es', acceptLanguage: 'en' })).toEqual({ locale: 'es', remember: false });
    expect(choose({ remembered: 'en' })).toEqual({ locale: 'en', remember: false });
  });

  test('is chosen anew when the remembered one does not exist', () => {
    expect(choose({ remembered: 'xx', acceptLanguage: 'en' })).toEqual({ locale: 'en', remember: true });
  });

  test('is that of the page the visitor came from, which is remembered when nothing else is', () => {
    expect(choose({ cameFrom: 'es', acceptLanguage: 'en' })).toEqual({ locale: 'es', remember: true });
    expect(choose({ cameFrom: 'en', acceptLanguage: 'es' })).toEqual({ locale: 'en', remember: true });
    expect(choose({ cameFrom: 'es', remembered: 'en' })).toEqual({ locale: 'es', remember: false });
  });

  test('is the default one for crawlers and for clients without a preference, and nothing is remembered', () => {
    const stays = { locale: 'es', remember: false };
    expect(choose({ isCrawler: () => true, acceptLanguage: 'en', remembered: 'en' })).toEqual(stays);
    expect(choose({})).toEqual(stays);
    expect(choose({ acceptLanguage: '*' })).toEqual(stays);
  });
});

test('an Accept-Language header is read by weight, without what is malformed or unwanted', () => {
  expect(parseAcceptLanguage('de;q=0.1, en-US , es;q=0, %%%, fr;q=x, *;q=0.5')).toEqual(['en-us', '*', 'de']);
});
