import { useEffect } from 'react';
import { useFetchers, useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLoadingOverlay } from '../../ui/loading-overlay/loading-overlay.tsx';

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

/** Signs out without leaving the page before the server has answered: on failure, the page stays. */
export function useSignOut(action: string): () => void {
  const submit = useSubmit();
  return () => void submit(null, { method: 'post', action, navigate: false });
}

/** Whether the sign-out is in progress. */
function useIsSigningOut(): boolean {
  return useFetchers().some(({ formAction }) => formAction?.endsWith('/admin/signout'));
}
