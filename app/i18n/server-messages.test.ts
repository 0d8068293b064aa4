import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import type { Messages } from './messages.ts';
import { compileMessages } from './server-messages.ts';

test('a message that the language of the page lacks is read in English, not as a bare key', () => {
  const messages = compileMessages({
    '../../locales/es/common.json': { default: { loading: 'Cargando…' } },
    '../../locales/en/common.json': { default: { loading: 'Loading…', skipToContent: 'Skip to content' } },
  });
  const t = createTranslator({ locale: 'es-MX', messages: messages.es as Messages, namespace: 'common' });
  expect(t('loading')).toBe('Cargando…');
  expect(t('skipToContent')).toBe('Skip to content');
});

test('the default language itself has no other one to fall back to', () => {
  const messages = compileMessages({
    '../../locales/es/common.json': { default: { loading: 'Cargando…' } },
    '../../locales/en/common.json': { default: {} },
  });
  expect(messages.en?.common).toEqual({});
});
