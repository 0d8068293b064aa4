import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import foldIcon from '~icons/lucide/panel-left-close';
import unfoldIcon from '~icons/lucide/panel-left-open';
import { LiveProvider } from '../../data/live/live-context.tsx';
import { useFocusOnNavigation } from '../../navigation/use-focus-on-navigation.ts';
import type { DeviceOwner } from '../../offline/device-mark.ts';
import { KeptPageNotice } from '../../offline/kept-page-notice.tsx';
import { useKeptPages } from '../../offline/use-kept-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePaletteShortcut } from '../../ui/kit/command-palette/use-palette-shortcut.ts';
import { AdminBreadcrumbs } from '../frame/admin-breadcrumbs.tsx';
import { AdminCommandPalette } from '../frame/admin-command-palette.tsx';
import type { AdminFrameData } from '../frame/admin-frame-data.ts';
import { AdminNavigation } from '../frame/admin-navigation.tsx';
import { AdminTopBar } from '../frame/admin-top-bar.tsx';
import { ChangesNotice } from '../frame/changes-notice.tsx';
import { rememberFolded } from '../frame/remember-folded.ts';
import { StrayFiles } from '../frame/stray-files.tsx';
import type { PageMessages } from './admin-messages.tsx';
import { AdminShell, MAIN_ID } from './admin-shell.tsx';

interface AdminLayoutProps {
  messages: PageMessages;
  frame: AdminFrameData;
  /** The owner of the device's offline pages. */
  owner: DeviceOwner;
  /** Whether the page is replaced by an error, default: no. */
  shows?: 'page' | 'error';
  /** Whether this browser has folded the navigation. */
  isFolded: boolean;
  /** The page, starting with its `h1`. */
  children: ReactNode;
}

/** The layout of the admin area: navigation beside the page, or in a sheet on a phone; a top bar; the command palette. */
export function AdminLayout({ messages, frame, owner, shows, isFolded, children }: AdminLayoutProps) {
  const main = useRef<HTMLElement>(null);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [folded, setFolded] = useState(isFolded);
  const togglePalette = useCallback(() => setPaletteOpen((open) => !open), []);
  useFocusOnNavigation(main, shows);
  usePaletteShortcut(togglePalette);
  useKeptPages(owner);
  return (
    <LiveProvider person={owner.person}>
      <AdminShell messages={messages}>
        <StrayFiles />
        <AdminTopBar frame={frame} onOpenPalette={togglePalette} />
        <div
          data-admin-columns
          className={`lg:grid ${folded ? 'lg:grid-cols-[4.5rem_minmax(0,1fr)]' : 'lg:grid-cols-[16rem_minmax(0,1fr)]'}`}
        >
          <aside
            data-print="hide"
            data-admin-navigation
            className="hidden border-line p-3 noscript:block lg:sticky lg:top-16 lg:flex lg:h-[calc(100dvh-4rem)] lg:flex-col lg:justify-between lg:gap-4 lg:overflow-y-auto lg:border-e"
          >
            <AdminNavigation frame={frame} isFolded={folded} />
            <FoldButton
              isFolded={folded}
              onToggle={() => {
                rememberFolded(!folded);
                setFolded(!folded);
              }}
            />
          </aside>
          <main
            id={MAIN_ID}
            ref={main}
            tabIndex={-1}
            className="min-w-0 max-w-[76rem] px-4 pt-3 pb-20 focus:outline-none sm:px-8"
          >
            <KeptPageNotice />
            <ChangesNotice />
            <AdminBreadcrumbs />
            {children}
          </main>
        </div>
        <AdminCommandPalette frame={frame} open={paletteOpen} onOpenChange={setPaletteOpen} />
      </AdminShell>
    </LiveProvider>
  );
}

/** Shows or hides the names of the navigation. */
function FoldButton({ isFolded, onToggle }: { isFolded: boolean; onToggle: () => void }) {
  const t = useTranslations('admin.frame');
  return (
    <button
      type="button"
      onClick={onToggle}
      className="sticky bottom-0 hidden min-h-11 shrink-0 items-center gap-3 rounded-control bg-surface px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink lg:flex noscript:hidden"
    >
      <Icon icon={isFolded ? unfoldIcon : foldIcon} className="text-[1.25rem] rtl:-scale-x-100" />
      <span className={isFolded ? 'sr-only' : ''}>{t(isFolded ? 'unfold' : 'fold')}</span>
    </button>
  );
}
