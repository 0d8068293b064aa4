import { describe, expect, it } from 'vitest';
import { defaultMessageLocale, withDefaultMessages } from './default-messages.ts';

const spanish = { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' } as const;
const english = { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' } as const;

describe('the language that stands in for missing messages', () => {
  it('is English as in the United States, whatever language the pages have by default', () => {
    expect(defaultMessageLocale({ locales: [spanish, english], defaultLocale: 'es' })).toBe('en');
  });

  it('is none on a site without it', () => {
    expect(defaultMessageLocale({ locales: [spanish], defaultLocale: 'es' })).toBeUndefined();
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
