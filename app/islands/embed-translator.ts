import { createTranslator } from 'use-intl/core';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import type embed from '../../locales/es/embed.json';
import { readAllMessages } from '../i18n/server-messages.ts';

declare module '../i18n/messages.ts' {
  /** On the server only: islands are rendered there. */
  interface Messages {
    embed: typeof embed;
  }
}

/** A translator of the `embed` messages: the texts of islands on other websites. */
export function createEmbedTranslator(locale: Locale) {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  return createTranslator({ locale: localeDefinition(localeSet, locale).language, messages, namespace: 'embed' });
}
