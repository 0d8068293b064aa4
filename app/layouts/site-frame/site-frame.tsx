import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFocusOnNavigation } from '../../navigation/use-focus-on-navigation.ts';
import { usePreloadInView } from '../../navigation/use-preload-in-view.ts';
import type { FrameData } from './frame-data.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const MAIN_ID = 'content';

/** Header, main landmark and footer. After a client navigation, the new page's heading gets the focus. */
export function SiteFrame({ frame, children }: { frame: FrameData; children: ReactNode }) {
  const t = useTranslations('common');
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  usePreloadInView();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN_ID}`}
        className="sr-only rounded-control bg-action px-5 py-3 font-semibold text-on-action focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50"
      >
        {t('skipToContent')}
      </a>
      <SiteHeader frame={frame} />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className="grow focus:outline-none">
        {children}
      </main>
      <SiteFooter frame={frame} />
    </div>
  );
}
