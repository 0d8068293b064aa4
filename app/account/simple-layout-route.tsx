import { type ReactNode, useRef } from 'react';
import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import logo from '~icons/meki/logo-mark';
import { AdminLanguageSwitcher } from '../admin/frame/admin-language-switcher.tsx';
import type { PageMessages } from '../admin/layout/admin-messages.tsx';
import { AdminShell, MAIN_ID } from '../admin/layout/admin-shell.tsx';
import { readShellMessages } from '../admin/layout/read-admin-messages.ts';
import { pageServices } from '../context/context.ts';
import type { RouteHandle } from '../layouts/route-handle.ts';
import { useFocusOnNavigation } from '../navigation/use-focus-on-navigation.ts';
import { ColorModeMenu } from '../ui/color-mode/color-mode-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { readAccountRequest } from './account-request.ts';

export const handle: RouteHandle = { layout: 'simple' };

export function loader(args: LoaderFunctionArgs) {
  const { config } = args.context.get(pageServices);
  const { locale, pathTo } = readAccountRequest(args);
  return { messages: readShellMessages(locale), siteName: config.name[locale] ?? '', siteHref: pathTo('/') };
}

/** The layout of the sign-in pages. */
export default function SimpleLayoutRoute() {
  const { messages, siteName, siteHref } = useLoaderData<typeof loader>();
  return (
    <SimpleLayout messages={messages} siteName={siteName} siteHref={siteHref}>
      <Outlet />
    </SimpleLayout>
  );
}

interface SimpleLayoutProps {
  messages: PageMessages;
  siteName: string;
  /** The public site, in the page's language. */
  siteHref: string;
  /** The page, starting with its `h1`. */
  children: ReactNode;
}

/** One centered card: sign-in and related pages. */
function SimpleLayout({ messages, siteName, siteHref, children }: SimpleLayoutProps) {
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
