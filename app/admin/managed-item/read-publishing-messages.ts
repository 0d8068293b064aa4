import type { Locale } from '#core/locales/locale.ts';
import { createNamespaceTranslator, readMessages } from '../../i18n/server-messages.ts';
import type { PublishingMessages } from './publishing-messages.tsx';

type Part = keyof PublishingMessages['publishing'];

/** The parts of the messages that a page shows, for its data, without those used only on the server. */
export function readPublishingMessages(locale: Locale, ...parts: Part[]): Partial<PublishingMessages['publishing']> {
  const { publishing } = readMessages(locale);
  return Object.fromEntries(parts.map((part) => [part, publishing[part]]));
}

/** A translator of the `publishing` messages for loaders and actions. */
export function createPublishingTranslator(locale: Locale) {
  return createNamespaceTranslator(locale, 'publishing');
}
