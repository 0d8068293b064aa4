import type { ReactNode } from 'react';
import { IntlProvider, useMessages } from 'use-intl';
import { timeZone } from '#site-config';
import type account from '../../locales/es/account.json';
import type admin from '../../locales/es/admin.json';
import { useLocale } from '../i18n/message-provider.tsx';

/** The messages of the admin area, by namespace. The Spanish files give the keys. */
export interface AdminMessages {
  admin: typeof admin;
  account: typeof account;
}

declare module '../i18n/messages.ts' {
  /** Here only inside `AdminMessageProvider`: public pages do not carry them. */
  interface Messages extends AdminMessages {}
}

/** Adds the admin area's own messages, which come with the layout route's data, to those of every page. */
export function AdminMessageProvider({ messages, children }: { messages: AdminMessages; children: ReactNode }) {
  const common = useMessages();
  return (
    <IntlProvider locale={useLocale().language} messages={{ ...common, ...messages }} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
