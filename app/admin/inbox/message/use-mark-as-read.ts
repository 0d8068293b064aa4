import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';

/** Marks the message as read once it is shown. Without script, a button does. */
export function useMarkAsRead(path: string, unread: boolean): void {
  const { submit } = useFetcher();
  const isMarked = useRef(false);
  useEffect(() => {
    if (!unread || isMarked.current) return;
    isMarked.current = true;
    void submit({ intent: 'read', quiet: 'yes' }, { method: 'post', action: path });
  }, [path, unread, submit]);
}
