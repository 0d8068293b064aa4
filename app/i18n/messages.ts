import type { Locale } from '#core/locales/locale.ts';
import type common from '../../locales/es/common.json';
import type error from '../../locales/es/error.json';

/** The messages of one language, by namespace, typed by the Spanish files. */
export interface Messages {
  common: typeof common;
  error: typeof error;
}

/** The namespaces that every page includes. */
export const PAGE_NAMESPACES = ['common', 'error'] as const satisfies (keyof Messages)[];

/** As all ids of the site's own, it begins as no anchor of a heading does (`core/rich-text/headings.ts`). */
export const MESSAGES_ELEMENT_ID = '_messages';

/** The loaded messages, and a way to load other languages. */
export interface MessageStore {
  /** Those of the language, else those of any loaded language. */
  read(locale: Locale): Messages;
  /** Resolves once the language's messages are loaded. @throws Error if that fails. */
  ensure(locale: Locale): Promise<void>;
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}

/** A store with initial languages, which fetches others from `/locales` on demand. */
export function createMessageStore(initial: { [locale: Locale]: Messages }): MessageStore {
  const here = new Map(Object.entries(initial));
  return {
    read(locale) {
      const messages = here.get(locale) ?? here.values().next().value;
      if (!messages) throw new Error('No messages are loaded');
      return messages;
    },
    async ensure(locale) {
      if (here.has(locale)) return;
      const loaded = await Promise.all(PAGE_NAMESPACES.map((namespace) => fetchNamespace(locale, namespace)));
      // The server sends the files that the type was made from.
      here.set(locale, Object.fromEntries(loaded) as unknown as Messages);
    },
  };
}

/** The addresses of a language's messages, compiled. */
export function messageFiles(locale: Locale): string[] {
  return PAGE_NAMESPACES.map((namespace) => messageFile(locale, namespace));
}

function messageFile(locale: Locale, namespace: string): string {
  return `/locales/${locale}/${namespace}.json?compiled`;
}

async function fetchNamespace(locale: Locale, namespace: string): Promise<[string, unknown]> {
  const response = await fetch(messageFile(locale, namespace));
  if (!response.ok) throw new Error(`/locales/${locale}/${namespace}.json answered ${response.status}`);
  return [namespace, await response.json()];
}
