import type { ReactNode } from 'react';
import type publishing from '../../../locales/es/publishing.json';
import { AddedMessages } from '../../i18n/message-provider.tsx';

/** The messages of publishing, history and previews, typed by the Spanish file. */
export interface PublishingMessages {
  publishing: typeof publishing;
}

declare module '../../i18n/messages.ts' {
  /** Available only inside `PublishingMessageProvider`: other pages do not load them. */
  interface Messages extends PublishingMessages {}
}

/** Adds these messages, which are part of a route's data. */
export function PublishingMessageProvider({
  messages,
  children,
}: {
  messages: Partial<PublishingMessages['publishing']>;
  children: ReactNode;
}) {
  return (
    <AddedMessages messages={{ publishing: messages as PublishingMessages['publishing'] }}>{children}</AddedMessages>
  );
}
