import { createContext, type ReactNode, useContext } from 'react';
import { useLocation } from 'react-router';
import { IntlProvider } from 'use-intl';
import { type Locale, type LocaleDefinition, localeDefinition } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { localeSet, timeZone } from '#site-config';
import { type MessageStore, type Messages, PAGE_NAMESPACES } from './messages.ts';

const MESSAGES_ELEMENT_ID = 'meki-messages';

const MessageStoreContext = createContext<MessageStore | undefined>(undefined);

export const MessageStoreProvider = MessageStoreContext.Provider;

function useMessages() {
  const store = useContext(MessageStoreContext);
  if (!store) throw new Error('There is no message store around this component');
  return store.read(useLocale().code);
}

/** The language of the page, from its address. */
export function useLocale(): LocaleDefinition {
  return localeDefinition(localeSet, splitLocale(localeSet, useLocation().pathname).locale);
}

/** Provides the messages and formats of the page's language. */
export function MessageProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={useLocale().language} messages={useMessages()} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}

/** Embeds the messages of every page in the document, for hydration. */
export function MessagesScript() {
  const json = jsonOf(useLocale().code, useMessages());
  return (
    <script
      type="application/json"
      id={MESSAGES_ELEMENT_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON created here, with every "<" escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

/** Module state, because it is a function of the messages alone, which are the same for every page of a language. */
const jsons = new WeakMap<Messages, { locale: Locale; json: string }>();

function jsonOf(locale: Locale, messages: Messages): string {
  const kept = jsons.get(messages);
  if (kept?.locale === locale) return kept.json;
  const carried = Object.fromEntries(PAGE_NAMESPACES.map((namespace) => [namespace, messages[namespace]]));
  const json = JSON.stringify({ [locale]: carried }).replace(/</g, '\\u003c');
  jsons.set(messages, { locale, json });
  return json;
}

/** Parses the messages embedded by `MessagesScript`. */
export function readMessagesFromDocument(): ConstructorParameters<typeof Object>[0] {
  const element = document.getElementById(MESSAGES_ELEMENT_ID);
  return JSON.parse(element?.textContent ?? '{}');
}
