import { createTranslator } from 'use-intl/core';
import { type IdentityError, identityErrorMessage } from '#core/accounts/identity-error.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { readAllMessages } from '../i18n/server-messages.ts';

/** A translator of the `account` messages for loaders and actions. */
export function createAccountTranslator(locale: Locale) {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  return createTranslator({ locale: localeDefinition(localeSet, locale).language, messages, namespace: 'account' });
}

/** The message that explains an error and the next step. */
export function identityErrorSentence(locale: Locale, error: IdentityError): string {
  const { key, values } = identityErrorMessage(error);
  // The translator knows the values of each message by its key; here the key is one of several.
  const translate = createAccountTranslator(locale) as unknown as (key: string, values: object) => string;
  return translate(key, values);
}
