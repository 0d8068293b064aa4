import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import personIcon from '~icons/lucide/circle-user';
import siteIcon from '~icons/lucide/external-link';
import signOutIcon from '~icons/lucide/log-out';
import menuIcon from '~icons/lucide/menu';
import searchIcon from '~icons/lucide/search';
import closeIcon from '~icons/lucide/x';
import logo from '~icons/meki/logo-mark';
import { ColorModeMenu } from '../../ui/color-mode/color-mode-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { overlayStyle } from '../../ui/kit/dialog.tsx';
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/kit/menu.tsx';
import { useFocusReturn } from '../../ui/kit/return-focus.ts';
import { Tooltip } from '../../ui/kit/tooltip.tsx';
import type { AdminFrameData } from './admin-frame-data.ts';
import { AdminLanguageSwitcher } from './admin-language-switcher.tsx';
import { AdminNavigation } from './admin-navigation.tsx';
import { useSignOut } from './sign-out-overlay.tsx';

interface AdminTopBarProps {
  frame: AdminFrameData;
  onOpenPalette: () => void;
}

/** The bar of every admin page: menu button on a phone, command palette, language, colour mode and account. */
export function AdminTopBar({ frame, onOpenPalette }: AdminTopBarProps) {
  const t = useTranslations('admin.palette');
  return (
    <header
      data-print="hide"
      data-admin-bar
      className="sticky top-0 z-40 flex min-h-16 items-center gap-0.5 border-line border-b bg-surface/95 px-3 backdrop-blur sm:gap-1 sm:px-5"
    >
      <PhoneNavigation frame={frame} />
      <Link
        to={frame.homeHref}
        className="me-auto flex min-h-11 min-w-0 items-center gap-2.5 font-semibold text-[1.1875rem] tracking-tight"
      >
        <Icon icon={logo} className="size-8 text-action" />
        <span className="truncate max-sm:sr-only">{frame.siteName}</span>
      </Link>
      <Tooltip text={`${t('open')} (⌘K, Ctrl K)`}>
        <button
          type="button"
          aria-label={t('open')}
          aria-keyshortcuts="Meta+K Control+K"
          aria-haspopup="dialog"
          onClick={onOpenPalette}
          className={`noscript:hidden ${iconButtonStyle}`}
        >
          <Icon icon={searchIcon} />
        </button>
      </Tooltip>
      <AdminLanguageSwitcher />
      <ColorModeMenu />
      <AccountMenu frame={frame} />
      <PlainAccountLinks frame={frame} />
    </header>
  );
}

/** The menu of the signed-in account. */
function AccountMenu({ frame: { account, siteHref } }: { frame: AdminFrameData }) {
  const t = useTranslations('admin.frame');
  const signOut = useSignOut(account.signOutAction);
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('account', { name: account.name })}
          className={`noscript:hidden ${iconButtonStyle}`}
        >
          <Icon icon={personIcon} className="text-[1.5rem]" />
        </button>
      }
    >
      <MenuHeading>
        <span className="block font-semibold text-base text-ink">{account.name}</span>
        <span className="block break-all">{account.email}</span>
        <span className="block">{account.role}</span>
      </MenuHeading>
      <MenuSeparator />
      <MenuLink to={account.href} icon={personIcon}>
        {t('ownAccount')}
      </MenuLink>
      <MenuItem icon={siteIcon} onSelect={() => window.location.assign(siteHref)}>
        {t('viewSite')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={signOutIcon} onSelect={signOut}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}

/** The same without script. */
function PlainAccountLinks({ frame: { account } }: { frame: AdminFrameData }) {
  const t = useTranslations('admin.frame');
  return (
    <div className="hidden items-center gap-1 noscript:flex">
      <a href={account.href} className="flex min-h-11 items-center px-3 font-medium">
        {t('ownAccount')}
      </a>
      <form method="post" action={account.signOutAction}>
        <button type="submit" className="min-h-11 px-3 font-medium">
          {t('signOut')}
        </button>
      </form>
    </div>
  );
}

/** The navigation on narrow screens: a sheet from the side. Without script, the page contains it directly. */
function PhoneNavigation({ frame }: { frame: AdminFrameData }) {
  const t = useTranslations('admin');
  const kit = useTranslations('kit');
  const [open, setOpen] = useState(false);
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <button
          type="button"
          aria-label={t('frame.openNavigation')}
          className={`-ms-2 lg:hidden noscript:hidden ${iconButtonStyle}`}
        >
          <Icon icon={menuIcon} />
        </button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyle} />
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          className="sheet-motion fixed inset-y-0 start-0 z-50 w-[min(20rem,calc(100vw-3rem))] overflow-y-auto border-line border-e bg-surface p-4 text-ink shadow-xl"
        >
          <div className="mb-4 flex items-center justify-between">
            <Dialog.Title className="px-3 font-semibold">{t('frame.navigation')}</Dialog.Title>
            <Dialog.Close aria-label={kit('close')} className={iconButtonStyle}>
              <Icon icon={closeIcon} />
            </Dialog.Close>
          </div>
          <AdminNavigation frame={frame} onFollow={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
