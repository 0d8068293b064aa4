import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLoadingOverlay } from '../../ui/loading-overlay/loading-overlay.tsx';

/** Covers the page while its person signs out, so that nothing else is begun. */
export function SignOutOverlay() {
  const t = useTranslations('admin.frame');
  const overlay = useLoadingOverlay();
  const { formAction } = useNavigation();
  const isSigningOut = formAction?.endsWith('/admin/signout') ?? false;
  useEffect(() => {
    if (!isSigningOut) return;
    overlay.show(t('signingOut'));
    return () => overlay.hide();
  }, [isSigningOut, overlay, t]);
  return null;
}
