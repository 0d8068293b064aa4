import { createTranslator } from 'use-intl/core';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { readAllMessages } from '../../i18n/server-messages.ts';
import type { PublishingMessages } from './publishing-messages.tsx';

type Part = keyof PublishingMessages['publishing'];

/** The parts of the messages that a page shows, for its data, without those used only on the server. */
export function readPublishingMessages(locale: Locale, ...parts: Part[]): Partial<PublishingMessages['publishing']> {
  const { publishing } = readAllPublishingMessages(locale);
  return Object.fromEntries(parts.map((part) => [part, publishing[part]]));
}

/** A translator of the `publishing` messages for loaders and actions. */
export function createPublishingTranslator(locale: Locale) {
  return createTranslator({
    locale: localeDefinition(localeSet, locale).language,
    messages: readAllPublishingMessages(locale),
    namespace: 'publishing',
  });
}

function readAllPublishingMessages(locale: Locale): PublishingMessages {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  return { publishing: messages.publishing };
}
