import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import type { Locale } from '#core/locales/locale.ts';
import type account from '../../../locales/es/account.json';
import type admin from '../../../locales/es/admin.json';
import type kit from '../../../locales/kit/es.json';
import { AddedMessages } from '../../i18n/message-provider.tsx';
import type { Messages } from '../../i18n/messages.ts';

/** The messages of the admin area, by namespace, typed by the Spanish files. */
export interface AdminMessages {
  admin: typeof admin;
  account: typeof account;
  /** The interface kit's own words. */
  kit: typeof kit;
  /** The site's languages by code, as words of a sentence. */
  languages: { [code: Locale]: string };
}

/** The messages sent to the browser: without those that the page does not show. */
export interface PageMessages {
  admin?: object;
  account?: object;
  kit?: object;
  languages?: object;
}

declare module '../../i18n/messages.ts' {
  /** Available only inside `AdminMessageProvider`: public pages do not load them. */
  interface Messages extends AdminMessages {}
}

interface AdminMessageProviderProps {
  /** From the layout route's data. */
  messages: PageMessages;
  children: ReactNode;
}

/** Adds the messages of the admin area, of its shell and of the page, to those of every page. */
export function AdminMessageProvider({ messages, children }: AdminMessageProviderProps) {
  const data = useMatches().at(-1)?.loaderData as { pageMessages?: PageMessages } | undefined;
  const own = data?.pageMessages ?? {};
  const admin = { ...messages.admin, ...own.admin };
  const account = { ...messages.account, ...own.account };
  return <AddedMessages messages={{ ...messages, admin, account } as Messages}>{children}</AddedMessages>;
}
