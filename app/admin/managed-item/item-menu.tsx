import { type ReactNode, useState } from 'react';
import { useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import duplicateIcon from '~icons/lucide/copy';
import moreIcon from '~icons/lucide/ellipsis';
import trashIcon from '~icons/lucide/trash-2';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { ConfirmDialog } from '../../ui/kit/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/kit/menu.tsx';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';
import type { ItemBar } from './read-item-bar.ts';

interface ItemMenuProps {
  bar: ItemBar;
  /** Resolves once everything typed is on the server, or to `false` if that is impossible. */
  whenSaved?: () => Promise<boolean>;
  /** Further entries, before those of every page. */
  children?: ReactNode;
}

/** What is needed less often: what the page has for itself, and what is done with the item as a whole. */
export function ItemMenu({ bar: { may, isPublic, paths, trashLead }, whenSaved, children }: ItemMenuProps) {
  const t = useTranslations('publishing');
  const toasts = useToasts();
  const submit = useSubmit();
  const [isAsking, setAsking] = useState(false);

  async function send(intent: 'duplicate' | 'trash') {
    if (whenSaved && !(await whenSaved())) {
      toasts.add({ tone: 'warning', title: t('more.unsaved') });
      return;
    }
    const form = { intent, ...(intent === 'trash' && { confirmed: 'yes' }) };
    await submit(form, { method: 'post', action: paths.publish });
  }

  if (!children && !may.duplicate && !may.trash) return null;
  return (
    <>
      <Menu
        trigger={
          <button type="button" aria-label={t('more.label')} className={`noscript:hidden ${iconButtonStyle}`}>
            <Icon icon={moreIcon} />
          </button>
        }
      >
        {children}
        {children && (may.duplicate || may.trash) && <MenuSeparator />}
        {may.duplicate && (
          <MenuItem icon={duplicateIcon} onSelect={() => void send('duplicate')}>
            {t('more.duplicate')}
          </MenuItem>
        )}
        {may.trash && (
          <MenuItem
            icon={trashIcon}
            tone="danger"
            // What is not public is restored from the trash as it was.
            onSelect={() => (isPublic ? setAsking(true) : void send('trash'))}
          >
            {t('more.trash')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        title={t('ask.trash')}
        description={trashLead}
        cancelLabel={t('ask.cancel')}
        confirmLabel={t('ask.confirm.trash')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void send('trash');
        }}
      />
    </>
  );
}
