import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl/core';
import { describe, expect, test } from 'vitest';
import en from '../../locales/en/account.json' with { type: 'json' };
import es from '../../locales/es/account.json' with { type: 'json' };
import {
  IDENTITY_ERROR_CODES,
  type IdentityError,
  identityErrorMessage,
  identityErrorStatus,
} from './identity-error.ts';

const languages = { en, es };

const errors: IdentityError[] = IDENTITY_ERROR_CODES.flatMap((code): IdentityError[] => {
  if (code === 'too-many-requests')
    return [
      ...[1, 30, 59, 60, 900].map((retryAfterSeconds) => ({ code, retryAfterSeconds }) as const),
      { code, retryAfterSeconds: 12, network: true },
    ];
  if (code === 'weak-password') {
    return (['too-short', 'too-long', 'common', 'is-email', 'policy'] as const).map((reason) => ({ code, reason }));
  }
  return [{ code }];
});

describe.each(['es', 'en'] as const)('in %s', (language) => {
  const messages: { [key: string]: string } = languages[language].errors;

  function sentence(error: IdentityError): string {
    const { key, values } = identityErrorMessage(error);
    const message = messages[key.replace('errors.', '')];
    if (message === undefined) throw new Error(`${key} is missing`);
    return createTranslator({ locale: language, messages: { message: compile(message) as unknown as string } })(
      'message',
      values as never,
    );
  }

  test('every error is a sentence', () => {
    for (const error of errors) expect(sentence(error)).toMatch(/^\p{Lu}[^{}]+\.$/u);
  });

  test('no sentence is without an error', () => {
    const used = new Set(errors.map((error) => identityErrorMessage(error).key.replace('errors.', '')));
    expect(Object.keys(messages).filter((key) => !used.has(key))).toEqual([]);
  });

  test('a wrong password and an unknown user read the same', () => {
    const codes = ['wrong-password', 'user-not-found', 'invalid-credential'] as const;
    expect(new Set(codes.map((code) => sentence({ code }))).size).toBe(1);
  });

  test('a wait is told in seconds, or from a minute on in minutes that are not too few', () => {
    expect(sentence({ code: 'too-many-requests', retryAfterSeconds: 1 })).toMatch(/ 1 (second|segundo) /);
    expect(sentence({ code: 'too-many-requests', retryAfterSeconds: 61 })).toMatch(/ 2 (minutes|minutos) /);
  });
});

test('every error has the status of a failed request', () => {
  for (const code of IDENTITY_ERROR_CODES) {
    expect(identityErrorStatus(code)).toBeGreaterThanOrEqual(400);
    expect(identityErrorStatus(code)).toBeLessThan(600);
  }
});
