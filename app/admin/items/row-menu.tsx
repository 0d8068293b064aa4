import { useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import archiveIcon from '~icons/lucide/archive';
import unarchiveIcon from '~icons/lucide/archive-restore';
import downIcon from '~icons/lucide/chevron-down';
import upIcon from '~icons/lucide/chevron-up';
import copyIcon from '~icons/lucide/copy';
import menuIcon from '~icons/lucide/ellipsis-vertical';
import siteIcon from '~icons/lucide/external-link';
import previewIcon from '~icons/lucide/eye';
import unpublishIcon from '~icons/lucide/eye-off';
import placeIcon from '~icons/lucide/list-tree';
import mergeIcon from '~icons/lucide/merge';
import openIcon from '~icons/lucide/pencil';
import publishIcon from '~icons/lucide/send';
import trashIcon from '~icons/lucide/trash-2';
import untrashIcon from '~icons/lucide/undo-2';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/kit/menu.tsx';
import type { ItemAction } from './actions/item-actions.ts';
import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';
import type { Direction, Step } from './use-order.ts';

const ICONS: { [action in Exclude<ItemAction, 'tag' | 'untag'>]: typeof openIcon } = {
  publish: publishIcon,
  unpublish: unpublishIcon,
  archive: archiveIcon,
  unarchive: unarchiveIcon,
  trash: trashIcon,
  untrash: untrashIcon,
  purge: trashIcon,
};

interface RowMenuProps {
  list: ItemsData;
  row: ItemRow;
  onAction: (action: ItemAction) => void;
  /** In manual order. */
  step?: Step | undefined;
}

const STEP_ICONS: [Direction, typeof openIcon][] = [
  ['up', upIcon],
  ['down', downIcon],
];

/** The actions on one item. Without script, the form above the list does the same for selected items. */
export function RowMenu({ list, row, onAction, step = {} }: RowMenuProps) {
  const t = useTranslations('items.row');
  const submit = useSubmit();
  const names = new Map(list.languages.map(({ code, name }) => [code, name]));
  const preview = row.languages.find(({ previewHref }) => previewHref)?.previewHref;
  const actions = row.actions.filter((action) => action !== 'tag' && action !== 'untag');
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('actions', { title: row.title })}
          className={`noscript:hidden ${iconButtonStyle}`}
        >
          <Icon icon={menuIcon} />
        </button>
      }
    >
      <MenuLink to={row.href} icon={openIcon}>
        {t('open')}
      </MenuLink>
      {preview && (
        <MenuLink to={preview} icon={previewIcon}>
          {t('preview')}
        </MenuLink>
      )}
      {row.languages.flatMap(({ code, siteHref }) =>
        siteHref === undefined
          ? []
          : [
              <MenuItem key={code} icon={siteIcon} onSelect={() => window.location.assign(siteHref)}>
                {t('view', { language: names.get(code) ?? code })}
              </MenuItem>,
            ],
      )}
      {list.canCreate && list.query.place !== 'trash' && (
        <MenuItem
          icon={copyIcon}
          onSelect={() => void submit({ intent: 'duplicate', item: row.id }, { method: 'post', action: list.path })}
        >
          {t('duplicate')}
        </MenuItem>
      )}
      {row.placeHref && (
        <MenuLink to={row.placeHref} icon={placeIcon}>
          {t('place')}
        </MenuLink>
      )}
      {list.retirePath && list.query.place === 'shown' && (
        <MenuLink to={`${list.retirePath}/${row.id}`} icon={mergeIcon}>
          {t('retire')}
        </MenuLink>
      )}
      {STEP_ICONS.flatMap(([direction, icon]) => {
        const move = step[direction];
        return move ? (
          <MenuItem key={direction} icon={icon} onSelect={move}>
            {t(direction)}
          </MenuItem>
        ) : (
          []
        );
      })}
      {actions.length > 0 && <MenuSeparator />}
      {actions.map((action) => (
        <MenuItem
          key={action}
          icon={ICONS[action]}
          tone={action === 'trash' || action === 'purge' ? 'danger' : 'plain'}
          onSelect={() => onAction(action)}
        >
          {t(action)}
        </MenuItem>
      ))}
    </Menu>
  );
}
