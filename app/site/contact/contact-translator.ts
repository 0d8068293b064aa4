import { createTranslator } from 'use-intl/core';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import type contact from '../../../locales/es/contact.json';
import { readAllMessages } from '../../i18n/server-messages.ts';

declare module '../../i18n/messages.ts' {
  /** On the server only: the contact page gets its texts with its data. */
  interface Messages {
    contact: typeof contact;
  }
}

/** A translator of the `contact` messages for the loader and the action of the contact page. */
export function createContactTranslator(locale: Locale) {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  return createTranslator({ locale: localeDefinition(localeSet, locale).language, messages, namespace: 'contact' });
}
