import { useMemo } from 'react';
import { idOf } from '#core/documents/document-path.ts';
import type { InboxMessage } from '#core/inbox/messages-collection.ts';
import { useConnectivity, useTarget } from '../../data/live/live-context.tsx';
import { documentsOf } from '../../data/target-view.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { type MessageRow, toMessageRow } from './message-row.ts';
import type { InboxData } from './read-inbox.ts';

/** A row as the server and this browser's own changes have it. */
export interface LiveMessageRow extends MessageRow {
  /** Whether it has changes that wait for the connection. */
  isPending: boolean;
}

/** The rows of the list: those that the page was loaded with, then as they change. */
export function useMessageRows({
  messages,
  target,
}: Pick<InboxData, 'messages' | 'target'>): readonly LiveMessageRow[] {
  const { code } = useLocale();
  const isOffline = useConnectivity() === 'offline';
  const view = useTarget('documents' in target && target.documents.length === 0 ? undefined : target);
  return useMemo(() => {
    // What is in the cache may be older than the page.
    if (!view || (view.isFromCache && !isOffline)) return messages.map((row) => ({ ...row, isPending: false }));
    const loaded = new Map(messages.map((row) => [row.id, row]));
    return documentsOf<InboxMessage>(view).map((document) => {
      const id = idOf(document);
      const row = toMessageRow(id, document.data, code);
      // Browsers may format a time otherwise than the server.
      return {
        ...row,
        when: loaded.get(id)?.when ?? row.when,
        isPending: isOffline && view.pending.has(document.path),
      };
    });
  }, [view, isOffline, messages, code]);
}
