import { type ReactNode, useEffect, useRef, useState } from 'react';
import './admin.css';
import { useTranslations } from 'use-intl';
import { useDataClient } from '../../data/live/live-context.tsx';
import { useRouteHandles } from '../../layouts/route-handle.ts';
import { useBuildWatch } from '../../navigation/preload-context.ts';
import { onUnsent } from '../../navigation/send-client-action.ts';
import { isFromDevice } from '../../offline/kept-mark.ts';
import { ColorModeProvider } from '../../ui/color-mode/color-mode-provider.tsx';
import { pageColorMode } from '../../ui/color-mode/page-color-mode.ts';
import { Toaster, useToasts } from '../../ui/kit/toasts/toaster.tsx';
import { TooltipProvider } from '../../ui/kit/tooltip.tsx';
import { LoadingOverlayProvider } from '../../ui/loading-overlay/loading-overlay.tsx';
import { NavigationProgress } from '../../ui/progress/navigation-progress.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { SignOutOverlay } from '../frame/sign-out-overlay.tsx';
import { AdminMessageProvider, type PageMessages } from './admin-messages.tsx';

/** Id of the main landmark, for the skip link. */
export const MAIN_ID = 'content';

/**
 * The common part of the layouts `admin` and `simple`: colour mode, messages, toasts, tooltips, overlay, progress, skip link.
 */
export function AdminShell({ messages, children }: { messages: PageMessages; children: ReactNode }) {
  const requestedModes = useRouteHandles().map(({ colorMode }) => colorMode);
  return (
    <ColorModeProvider forced={pageColorMode(requestedModes)}>
      <AdminMessageProvider messages={messages}>
        <NavigationProgress />
        <TooltipProvider>
          <LoadingOverlayProvider>
            <Toaster>
              <ConnectionToasts />
              <NewBuildToast />
              <SignOutOverlay />
              <ToContent />
              {children}
            </Toaster>
          </LoadingOverlayProvider>
        </TooltipProvider>
      </AdminMessageProvider>
    </ColorModeProvider>
  );
}

function ToContent() {
  const t = useTranslations('common');
  return <SkipLink to={MAIN_ID}>{t('skipToContent')}</SkipLink>;
}

const TOAST_ID = 'connection';
const UNSENT_ID = 'unsent';

/**
 * Toasts for a server that cannot be reached and is reached again, unless the page says it itself, and for forms that did not reach
 * it.
 */
function ConnectionToasts() {
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

/** How often the window looks whether another build was noticed, in milliseconds. */
const LOOK_INTERVAL = 30_000;

/**
 * Offers a new build of the app by a toast. The next page is loaded with it, as a document (`leaveForeignBuild`); until then nothing is
 * reloaded, so that nothing that was typed is lost.
 */
function NewBuildToast() {
  const t = useTranslations('admin.newBuild');
  const toasts = useToasts();
  const isOutdated = useIsOutdated();
  useEffect(() => {
    if (!isOutdated) return;
    toasts.add({
      id: 'new-build',
      type: 'background',
      title: t('title'),
      description: t('hint'),
      duration: Number.POSITIVE_INFINITY,
    });
  }, [isOutdated, t, toasts]);
  return null;
}

function useIsOutdated(): boolean {
  const watch = useBuildWatch();
  const [isOutdated, setIsOutdated] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setIsOutdated(watch.isOutdated()), LOOK_INTERVAL);
    return () => clearInterval(timer);
  }, [watch]);
  return isOutdated;
}
