import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';

const TOAST_ID = 'connection';

/** Tells when the network is gone, for as long as it is, and when it is back. */
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
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
    };
  }, [t, toasts]);
  return null;
}
