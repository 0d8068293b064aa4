import { useEffect, useRef } from 'react';
import { useDataClient } from '../../../data/live/live-context.tsx';
import type { MessagePageData } from './read-message-page.ts';

/** Marks the message as read once it is shown. Without script, a button does. */
export function useMarkAsRead({ documentPath: path, title, path: href, message: { unread } }: MessagePageData): void {
  const client = useDataClient();
  const isSeen = useRef(false);
  useEffect(() => {
    // Whoever marks it as unread afterwards means that.
    if (!client || isSeen.current) return;
    isSeen.current = true;
    if (unread) void client.write([{ path, fields: { unread: false } }], { label: title, href });
  }, [client, path, title, href, unread]);
}
