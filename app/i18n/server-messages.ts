import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl/core';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { collectMessages, type MessageFolders, type MessageTree, mapMessages } from '#core/locales/messages.ts';
import { localeSet } from '#site-config';
import type { Messages } from './messages.ts';

const files = import.meta.glob<{ default: MessageTree<string> }>('../../locales/*/*.json', { eager: true });

/** Module state, because it is a function of the build's own files alone, and every loader of every request needs it. */
let compiled: { [locale: Locale]: Messages } | undefined;

/**
 * The messages of every language of the site, from `locales/`, with its family, the kit's words and English as fallback. Server only: the
 * browser loads one language at a time.
 */
export function readAllMessages(): { [locale: Locale]: Messages } {
  compiled ??= compileMessages(files);
  return compiled;
}

/** @param sources the message files by path, `…/locales/{locale}/{namespace}.json`, and the kit's words, `…/kit/{language}.json` */
export function compileMessages(sources: { [path: string]: { default: MessageTree<string> } }): {
  [locale: Locale]: Messages;
} {
  const all: MessageFolders = {};
  for (const [path, file] of Object.entries(sources)) {
    const [, folder = '', name = ''] = /\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    all[folder] = { ...all[folder], [name]: file.default };
  }
  const whole = localeSet.locales.map(({ code }) => {
    return [code, mapMessages(collectMessages(localeSet, code, all), compile)];
  });
  return Object.fromEntries(whole) as { [locale: Locale]: Messages };
}

/** The messages of one language. @throws Error if it is none of the site's */
export function readMessages(locale: Locale): Messages {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  return messages;
}

/** A translator of the messages of a namespace, for loaders and actions. */
export function createNamespaceTranslator<const Namespace extends keyof Messages>(
  locale: Locale,
  namespace: Namespace,
) {
  const { language } = localeDefinition(localeSet, locale);
  return createTranslator<Messages, Namespace>({ locale: language, messages: readMessages(locale), namespace });
}

/** A translator of the `common` messages for loaders. */
export function createServerTranslator(locale: Locale) {
  return createNamespaceTranslator(locale, 'common');
}
