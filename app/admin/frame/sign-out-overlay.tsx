import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useLoadingOverlay } from '../../ui/loading-overlay/loading-overlay.tsx';
import { useIsSigningOut } from './use-sign-out.ts';

/** Covers the page during sign-out, to prevent further input. */
export function SignOutOverlay() {
  const t = useTranslations('admin.frame');
  const overlay = useLoadingOverlay();
  const isSigningOut = useIsSigningOut();
  useEffect(() => {
    if (!isSigningOut) return;
    overlay.show(t('signingOut'));
    return () => overlay.hide();
  }, [isSigningOut, overlay, t]);
  return null;
}
