import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { onUnsent } from '../../navigation/unsent.ts';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';

const TOAST_ID = 'connection';
const UNSENT_ID = 'unsent';

/** Toasts for a lost and restored network connection, and for forms that did not reach the server. */
export function ConnectionToasts() {
  const t = useTranslations('admin.connection');
  const toasts = useToasts();
  useEffect(() => {
    const onOffline = () => {
      toasts.close(TOAST_ID);
      toasts.add({
        id: TOAST_ID,
        tone: 'warning',
        title: t('offline'),
        description: t('offlineHint'),
        duration: Number.POSITIVE_INFINITY,
      });
    };
    const onOnline = () => {
      toasts.close(TOAST_ID);
      toasts.add({ tone: 'success', title: t('online') });
    };
    const stopHearing = onUnsent(() => {
      if (navigator.onLine)
        toasts.add({ id: UNSENT_ID, tone: 'error', title: t('unsent'), description: t('unsentHint') });
      else onOffline();
    });
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    return () => {
      stopHearing();
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
    };
  }, [t, toasts]);
  return null;
}
