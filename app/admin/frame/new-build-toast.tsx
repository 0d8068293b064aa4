import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBuildWatch } from '../../navigation/preload-context.ts';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';

/** How often the window looks whether another build was noticed, in milliseconds. */
const LOOK_INTERVAL = 30_000;

/**
 * Offers a new build of the app by a toast. The next page is loaded with it, as a document (`leaveForeignBuild`); until then nothing is
 * reloaded, so that nothing that was typed is lost.
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
