import { useTranslations } from 'use-intl';
import personIcon from '~icons/lucide/circle-user';
import siteIcon from '~icons/lucide/external-link';
import signOutIcon from '~icons/lucide/log-out';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../../ui/kit/menu.tsx';
import type { AdminFrameData } from './admin-frame-data.ts';
import { useSignOut } from './use-sign-out.ts';

/** The menu of the signed-in account. */
export function AccountMenu({ frame: { account, siteHref } }: { frame: AdminFrameData }) {
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
export function PlainAccountLinks({ frame: { account } }: { frame: AdminFrameData }) {
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
