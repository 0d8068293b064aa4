import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';

/** Milliseconds before a navigation is indicated. */
const SHOW_AFTER = 150;

/** A thin bar at the top of the window while the next page loads. Animated unless reduced motion is preferred. */
export function NavigationProgress() {
  const t = useTranslations('common');
  const { state, formData } = useNavigation();
  const busy = state !== 'idle';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(setShown, SHOW_AFTER, true);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [busy]);
  // A form submission is indicated at its button.
  const told = shown && !formData ? t('loading') : '';
  return (
    <>
      <p role="status" className="sr-only">
        {told}
      </p>
      {shown && (
        <div aria-hidden="true" className="fixed inset-x-0 top-0 z-60 h-[3px] overflow-hidden">
          <div className="progress-motion h-full w-full bg-action" />
        </div>
      )}
    </>
  );
}
