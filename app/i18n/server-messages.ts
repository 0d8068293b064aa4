import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl/core';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { type MessageTree, mapMessages } from '#core/locales/map-messages.ts';
import { localeSet } from '#site-config';
import type { Messages } from './messages.ts';

const files = import.meta.glob<{ default: MessageTree<string> }>('../../locales/*/*.json', { eager: true });

let compiled: { [locale: Locale]: Messages } | undefined;

/** The messages of every language, from `locales/`. Server only: the browser gets one language at a time. */
export function readAllMessages(): { [locale: Locale]: Messages } {
  compiled ??= compileAll();
  return compiled;
}

function compileAll(): { [locale: Locale]: Messages } {
  const all: { [locale: Locale]: { [namespace: string]: unknown } } = {};
  for (const [path, file] of Object.entries(files)) {
    const [, locale = '', namespace = ''] = /\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    all[locale] = { ...all[locale], [namespace]: mapMessages(file.default, compile) };
  }
  return all as unknown as { [locale: Locale]: Messages };
}

/** A translator of the `common` messages for loaders. */
export function createServerTranslator(locale: Locale) {
  const messages = readAllMessages()[locale];
  if (!messages) throw new Error(`locales/${locale} is missing`);
  return createTranslator({ locale: localeDefinition(localeSet, locale).language, messages, namespace: 'common' });
}
