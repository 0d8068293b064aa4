import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useFocusOnNavigation } from '../navigation/use-focus-on-navigation.ts';
import type { DeviceOwner } from '../offline/device-mark.ts';
import { KeptPageNotice } from '../offline/kept-page-notice.tsx';
import { useKeptPages } from '../offline/use-kept-pages.ts';
import { usePaletteShortcut } from '../ui/kit/command-palette/use-palette-shortcut.ts';
import { AdminBreadcrumbs } from './admin-frame/admin-breadcrumbs.tsx';
import { AdminCommandPalette } from './admin-frame/admin-command-palette.tsx';
import type { AdminFrameData } from './admin-frame/admin-frame-data.ts';
import { AdminNavigation } from './admin-frame/admin-navigation.tsx';
import { AdminTopBar } from './admin-frame/admin-top-bar.tsx';
import type { PageMessages } from './admin-messages.tsx';
import { AdminShell, MAIN_ID } from './admin-shell.tsx';

interface AdminLayoutProps {
  messages: PageMessages;
  frame: AdminFrameData;
  /** The owner of the device's offline pages. */
  owner: DeviceOwner;
  /** Whether the page is replaced by an error, default: no. */
  shows?: 'page' | 'error';
  /** The page, starting with its `h1`. */
  children: ReactNode;
}

/** The layout of the admin area: navigation beside the page, or in a sheet on a phone; a top bar; the command palette. */
export function AdminLayout({ messages, frame, owner, shows, children }: AdminLayoutProps) {
  const main = useRef<HTMLElement>(null);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const togglePalette = useCallback(() => setPaletteOpen((open) => !open), []);
  useFocusOnNavigation(main, shows);
  usePaletteShortcut(togglePalette);
  useKeptPages(owner);
  return (
    <AdminShell messages={messages}>
      <AdminTopBar frame={frame} onOpenPalette={togglePalette} />
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <aside
          data-print="hide"
          className="hidden border-line p-3 noscript:block lg:sticky lg:top-16 lg:block lg:h-[calc(100dvh-4rem)] lg:overflow-y-auto lg:border-e"
        >
          <AdminNavigation frame={frame} />
        </aside>
        <main
          id={MAIN_ID}
          ref={main}
          tabIndex={-1}
          className="min-w-0 max-w-[76rem] px-4 py-6 pb-20 focus:outline-none sm:px-8 sm:py-8"
        >
          <KeptPageNotice />
          <AdminBreadcrumbs />
          {children}
        </main>
      </div>
      <AdminCommandPalette frame={frame} open={paletteOpen} onOpenChange={setPaletteOpen} />
    </AdminShell>
  );
}
