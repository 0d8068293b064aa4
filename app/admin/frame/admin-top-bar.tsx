import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import searchIcon from '~icons/lucide/search';
import logo from '~icons/meki/logo-mark';
import { ColorModeMenu } from '../../ui/color-mode/color-mode-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { Tooltip } from '../../ui/kit/tooltip.tsx';
import { AccountMenu, PlainAccountLinks } from './account-menu.tsx';
import type { AdminFrameData } from './admin-frame-data.ts';
import { AdminLanguageSwitcher } from './admin-language-switcher.tsx';
import { PhoneNavigation } from './phone-navigation.tsx';

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
