import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBuildWatch } from '../../navigation/preload-context.ts';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';
import { leavesPage } from './leaves-page.ts';

/** How often the window looks whether a new build was noticed, in milliseconds. */
const LOOK_INTERVAL = 30_000;

/**
 * Offers a new build of the app by a toast. The next link loads it with its page, as a document; until then nothing is reloaded, so
 * that nothing that was typed is lost.
 */
export function NewBuildToast() {
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
    // The router, which listens below the window, does not hear the click: the browser follows the link itself.
    const leave = (event: MouseEvent) => {
      if (leavesPage(event, window.location)) event.stopPropagation();
    };
    window.addEventListener('click', leave, { capture: true });
    return () => window.removeEventListener('click', leave, { capture: true });
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
