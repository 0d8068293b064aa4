import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useDataClient } from '../../data/live/live-context.tsx';
import { useRouteHandles } from '../../layouts/route-handle.ts';
import { onUnsent } from '../../navigation/send-client-action.ts';
import { isFromDevice } from '../../offline/kept-mark.ts';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';

const TOAST_ID = 'connection';
const UNSENT_ID = 'unsent';

/**
 * Toasts for a server that cannot be reached and is reached again, unless the page says it itself, and for forms that did not reach
 * it.
 */
export function ConnectionToasts() {
  const t = useTranslations('admin.connection');
  const toasts = useToasts();
  const client = useDataClient();
  const isAway = useRef(false);
  const isToldByPage = useRouteHandles().some(({ tellsConnection }) => tellsConnection);
  useEffect(() => {
    const onOffline = () => {
      isAway.current = true;
      toasts.close(TOAST_ID);
      if (isToldByPage) return;
      toasts.add({
        id: TOAST_ID,
        tone: 'warning',
        title: t('offline'),
        description: t('offlineHint'),
        duration: Number.POSITIVE_INFINITY,
      });
    };
    const onBack = () => {
      isAway.current = false;
      toasts.close(TOAST_ID);
      if (!isToldByPage) toasts.add({ tone: 'success', title: t('online') });
    };
    const onConnection = () => {
      const connectivity = client?.connection.read();
      // A page from the device says so itself.
      if (connectivity === 'offline' && !isAway.current && !isFromDevice()) onOffline();
      if (connectivity === 'online' && isAway.current) onBack();
    };
    /** The network is back; where there is a data client, it knows about the server. */
    const onNetwork = () => (client ? onConnection() : onBack());
    const stopHearing = onUnsent(() => {
      if (navigator.onLine)
        toasts.add({ id: UNSENT_ID, tone: 'error', title: t('unsent'), description: t('unsentHint') });
      else onOffline();
    });
    if (isAway.current) onOffline();
    const stopFollowing = client?.connection.subscribe(onConnection);
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onNetwork);
    return () => {
      stopHearing();
      stopFollowing?.();
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onNetwork);
    };
  }, [t, toasts, client, isToldByPage]);
  return null;
}
