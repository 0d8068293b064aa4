import type { ReactNode } from 'react';
import { IntlProvider, useMessages } from 'use-intl';
import { timeZone } from '#site-config';
import type editor from '../../../../locales/es/editor.json';
import { useLocale } from '../../../i18n/message-provider.tsx';

/** The messages of the editor, typed by the Spanish file. */
export interface EditorMessages {
  editor: typeof editor;
}

declare module '../../../i18n/messages.ts' {
  /** Available only inside `EditorMessageProvider`: no other page loads them. */
  interface Messages extends EditorMessages {}
}

/** Adds the editor's messages, which are part of its route's data, to those of the admin area. */
export function EditorMessageProvider({ messages, children }: { messages: EditorMessages; children: ReactNode }) {
  const others = useMessages();
  return (
    <IntlProvider locale={useLocale().language} messages={{ ...others, ...messages }} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
