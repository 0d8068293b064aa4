import { createTranslator } from 'use-intl/core';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { readAdminMessages } from './layout/read-admin-messages.ts';

/** A translator of the `admin` messages for loaders and actions. */
export function createAdminTranslator(locale: Locale) {
  return createTranslator({
    locale: localeDefinition(localeSet, locale).language,
    messages: readAdminMessages(locale),
    namespace: 'admin',
  });
}
