import { createTranslator } from 'use-intl/core';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { readAllMessages } from '../../../i18n/server-messages.ts';
import type { EditorMessages } from './editor-messages.ts';

/** The editor's messages in one language, for its route's data. */
export function readEditorMessages(locale: Locale): EditorMessages {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  return { editor: messages.editor };
}

/** A translator of the `editor` messages for loaders and actions. */
export function createEditorTranslator(locale: Locale) {
  return createTranslator({
    locale: localeDefinition(localeSet, locale).language,
    messages: readEditorMessages(locale),
    namespace: 'editor',
  });
}
