import type { ReactNode } from 'react';
import './admin.css';
import { useTranslations } from 'use-intl';
import { useRouteHandles } from '../../layouts/route-handle.ts';
import { ColorModeProvider } from '../../ui/color-mode/color-mode-provider.tsx';
import { pageColorMode } from '../../ui/color-mode/page-color-mode.ts';
import { Toaster } from '../../ui/kit/toasts/toaster.tsx';
import { TooltipProvider } from '../../ui/kit/tooltip.tsx';
import { LoadingOverlayProvider } from '../../ui/loading-overlay/loading-overlay.tsx';
import { NavigationProgress } from '../../ui/progress/navigation-progress.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { ConnectionToasts } from '../frame/connection-toasts.tsx';
import { NewBuildToast } from '../frame/new-build-toast.tsx';
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
