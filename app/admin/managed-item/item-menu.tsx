import type { ReactNode } from 'react';
import { useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import duplicateIcon from '~icons/lucide/copy';
import moreIcon from '~icons/lucide/ellipsis';
import mergeIcon from '~icons/lucide/merge';
import trashIcon from '~icons/lucide/trash-2';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/kit/menu.tsx';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';
import type { ItemBar } from './read-managed-item.ts';

interface ItemMenuProps {
  bar: ItemBar;
  /** Resolves once everything typed is on the server, or to `false` if that is impossible. */
  whenSaved?: () => Promise<boolean>;
  /** Further entries, before those of every page. */
  children?: ReactNode;
}

/** What is needed less often: what the page has for itself, and what is done with the item as a whole. */
export function ItemMenu({ bar: { id, may, paths, list, retireHref }, whenSaved, children }: ItemMenuProps) {
  const t = useTranslations('publishing.more');
  const toasts = useToasts();
  const submit = useSubmit();

  async function send(intent: 'duplicate' | 'trash', action: string) {
    if (whenSaved && !(await whenSaved())) {
      toasts.add({ tone: 'warning', title: t('unsaved') });
      return;
    }
    await submit({ intent, item: id }, { method: 'post', action });
  }

  if (!children && !may.duplicate && !may.trash) return null;
  return (
    <Menu
      trigger={
        <button type="button" aria-label={t('label')} className={`noscript:hidden ${iconButtonStyle}`}>
          <Icon icon={moreIcon} />
        </button>
      }
    >
      {children}
      {children && (may.duplicate || may.trash) && <MenuSeparator />}
      {may.duplicate && (
        <MenuItem icon={duplicateIcon} onSelect={() => void send('duplicate', paths.publish)}>
          {t('duplicate')}
        </MenuItem>
      )}
      {retireHref && (
        <MenuLink to={retireHref} icon={mergeIcon}>
          {t('retire')}
        </MenuLink>
      )}
      {may.trash && (
        // The list shows what was done, and undoes it with everything that was public.
        <MenuItem icon={trashIcon} tone="danger" onSelect={() => void send('trash', list.href)}>
          {t('trash')}
        </MenuItem>
      )}
    </Menu>
  );
}
