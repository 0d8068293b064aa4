import { type ReactNode, useRef } from 'react';
import logo from '~icons/meki/logo-mark';
import { useFocusOnNavigation } from '../../navigation/use-focus-on-navigation.ts';
import { ColorModeMenu } from '../../ui/color-mode/color-mode-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AdminLanguageSwitcher } from '../frame/admin-language-switcher.tsx';
import type { PageMessages } from './admin-messages.tsx';
import { AdminShell, MAIN_ID } from './admin-shell.tsx';

interface SimpleLayoutProps {
  messages: PageMessages;
  siteName: string;
  /** The public site, in the page's language. */
  siteHref: string;
  /** The page, starting with its `h1`. */
  children: ReactNode;
}

/** One centered card: sign-in and related pages. */
export function SimpleLayout({ messages, siteName, siteHref, children }: SimpleLayoutProps) {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  return (
    <AdminShell messages={messages}>
      <div className="flex min-h-dvh flex-col bg-sunken">
        <header className="container-page flex h-16 items-center gap-1">
          <a
            href={siteHref}
            className="me-auto flex min-h-11 min-w-0 items-center gap-2.5 font-semibold text-[1.1875rem] tracking-tight"
          >
            <Icon icon={logo} className="size-8 text-action" />
            <span className="truncate">{siteName}</span>
          </a>
          <AdminLanguageSwitcher />
          <ColorModeMenu />
        </header>
        <main
          id={MAIN_ID}
          ref={main}
          tabIndex={-1}
          className="mx-auto flex w-full max-w-[29rem] grow flex-col justify-center px-4 py-6 pb-20 focus:outline-none sm:pb-28"
        >
          <div className="rounded-card border border-line bg-surface p-6 shadow-sm sm:p-9">{children}</div>
        </main>
      </div>
    </AdminShell>
  );
}
