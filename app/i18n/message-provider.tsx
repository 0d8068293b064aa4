import { createContext, type ReactNode, useContext } from 'react';
import { useLocation } from 'react-router';
import { IntlProvider, useMessages } from 'use-intl';
import { LOCALE_COOKIE, LOCALE_COOKIE_SECONDS } from '#core/locales/choose-locale.ts';
import { type Locale, type LocaleDefinition, localeDefinition } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { localeSet, timeZone } from '#site-config';
import { MESSAGES_ELEMENT_ID, type MessageStore, type Messages } from './messages.ts';

const MessageStoreContext = createContext<MessageStore | undefined>(undefined);

export const MessageStoreProvider = MessageStoreContext.Provider;

function useStoredMessages() {
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
    <IntlProvider locale={useLocale().language} messages={useStoredMessages()} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}

/** Adds messages, which are part of a route's data, to those around. They may lack what is not shown. */
export function AddedMessages({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const others = useMessages();
  return (
    <IntlProvider locale={useLocale().language} messages={{ ...others, ...messages }} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}

/** Parses the messages embedded by `messagesScript`; none if the document does not contain them. */
export function readMessagesFromDocument(): ConstructorParameters<typeof Object>[0] {
  const element = document.getElementById(MESSAGES_ELEMENT_ID);
  return JSON.parse(element?.textContent ?? '{}');
}

/** Stores the visitor's choice of language in a cookie. */
export function rememberLanguage(locale: Locale): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${LOCALE_COOKIE_SECONDS}; SameSite=Lax${secure}`;
}
