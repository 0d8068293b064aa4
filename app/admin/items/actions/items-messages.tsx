import type { ReactNode } from 'react';
import { IntlProvider, useMessages } from 'use-intl';
import { timeZone } from '#site-config';
import type items from '../../../../locales/es/items.json';
import { useLocale } from '../../../i18n/message-provider.tsx';

/** The messages of the lists and the health board, typed by the Spanish file. */
export interface ItemsMessages {
  items: typeof items;
}

declare module '../../../i18n/messages.ts' {
  /** Available only inside `ItemsMessageProvider`: no other page loads them. */
  interface Messages extends ItemsMessages {}
}

/** Adds the messages of the lists, which are part of a route's data, to those of the admin area. */
export function ItemsMessageProvider({
  messages,
  children,
}: {
  messages: Partial<ItemsMessages>;
  children: ReactNode;
}) {
  const others = useMessages();
  return (
    <IntlProvider locale={useLocale().language} messages={{ ...others, ...messages }} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
