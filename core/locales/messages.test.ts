import { describe, expect, it, test } from 'vitest';
import { KIT_LOCALES, kitDirection, kitLocaleOf, textSources, withDefaultMessages } from './messages.ts';

const spanish = { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' } as const;
const english = { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' } as const;

describe('the language that stands in for missing messages', () => {
  const british = { code: 'en-gb', language: 'en-GB', name: 'English', direction: 'ltr' } as const;
  const french = { code: 'fr', language: 'fr-CA', name: 'Français', direction: 'ltr' } as const;
  const brazilian = { code: 'pt', language: 'pt-BR', name: 'Português', direction: 'ltr' } as const;
  const site = (
    ...locales: (typeof spanish | typeof english | typeof british | typeof french | typeof brazilian)[]
  ) => ({
    locales,
    defaultLocale: 'es',
  });

  it('is English as in the United States, whatever language the pages have by default', () => {
    expect(textSources(site(spanish, english), 'es', ['en', 'es'])).toEqual(['es', 'en']);
    const american = { ...english, code: 'us' };
    expect(textSources({ ...site(spanish), locales: [spanish, american] }, 'es', ['en', 'es', 'us'])).toEqual([
      'es',
      'us',
    ]);
  });

  it('is English also on a site without it, and the default language of the site where there is no English', () => {
    expect(textSources(site(spanish, french), 'fr', ['en', 'es'])).toEqual(['en']);
    expect(textSources(site(spanish, french), 'fr', ['es'])).toEqual(['es']);
    expect(textSources(site(spanish, french), 'fr', [])).toEqual([]);
  });

  it('comes after the family of the language', () => {
    expect(textSources(site(spanish, british), 'en-gb', ['en', 'es'])).toEqual(['en']);
    expect(textSources(site(spanish, french), 'fr', ['en', 'es', 'fr'])).toEqual(['fr', 'en']);
    const portuguese = textSources(site(spanish, brazilian), 'pt', ['en', 'es', 'pt-br', 'pt-pt']);
    expect(portuguese).toEqual(['pt-br', 'pt-pt', 'en']);
  });
});

describe('messages with defaults', () => {
  it('are the own ones where there are some, at every depth', () => {
    const own = { title: 'Entrar', form: { send: 'Enviar' } };
    const defaults = { title: 'Sign in', form: { send: 'Send', wait: 'Wait' }, back: 'Back' };
    expect(withDefaultMessages(own, defaults)).toEqual({
      title: 'Entrar',
      form: { send: 'Enviar', wait: 'Wait' },
      back: 'Back',
    });
  });

  it('keep the own form where the two differ', () => {
    expect(withDefaultMessages('Entrar', { send: 'Send' })).toBe('Entrar');
    expect(withDefaultMessages({ send: 'Enviar' }, 'Send')).toEqual({ send: 'Enviar' });
  });

  it('do not change either of the two', () => {
    const own = { form: { send: 'Enviar' } };
    const defaults = { form: { wait: 'Wait' } };
    withDefaultMessages(own, defaults);
    expect([own, defaults]).toEqual([{ form: { send: 'Enviar' } }, { form: { wait: 'Wait' } }]);
  });
});

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
