import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import { IntlProvider, useMessages } from 'use-intl';
import { timeZone } from '#site-config';
import type account from '../../locales/es/account.json';
import type admin from '../../locales/es/admin.json';
import { useLocale } from '../i18n/message-provider.tsx';
import type { Messages } from '../i18n/messages.ts';

/** The messages of the admin area, by namespace. The Spanish files give the keys. */
export interface AdminMessages {
  admin: typeof admin;
  account: typeof account;
}

/** Some of them, as they travel: what a page does not show stays on the server. */
export interface PageMessages {
  admin?: object;
  account?: object;
}

declare module '../i18n/messages.ts' {
  /** Here only inside `AdminMessageProvider`: public pages do not carry them. */
  interface Messages extends AdminMessages {}
}

interface AdminMessageProviderProps {
  /** Those of the layout route's data. */
  messages: PageMessages;
  children: ReactNode;
}

/** Adds the admin area's own messages, those of its shell and those of the page, to the ones of every page. */
export function AdminMessageProvider({ messages, children }: AdminMessageProviderProps) {
  const common = useMessages();
  const data = useMatches().at(-1)?.loaderData as { pageMessages?: PageMessages } | undefined;
  const own = data?.pageMessages ?? {};
  const admin = { ...messages.admin, ...own.admin };
  const account = { ...messages.account, ...own.account };
  return (
    <IntlProvider
      locale={useLocale().language}
      messages={{ ...common, admin, account } as Messages}
      timeZone={timeZone}
    >
      {children}
    </IntlProvider>
  );
}
