import { type ComponentProps, useMemo } from 'react';
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
import { groupRows } from './group-rows.ts';
import type { ItemRow } from './item-row.ts';
import { ItemRowView } from './item-row-view.tsx';
import { OrderedList } from './ordered-list.tsx';
import type { ItemsData } from './read-items.ts';
import type { Direction, Step } from './use-order.ts';

export interface ItemListProps {
  list: ItemsData;
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
  onAction: (row: ItemRow, action: ItemAction) => void;
}

/** The items of a page of the list, grouped if the type has groups; movable in manual order. */
export function ItemList({ list, selected, onSelect, onAction }: ItemListProps) {
  const t = useTranslations('items.list');
  const withoutGroup = t('noGroup');
  // Keep the same objects while the rows are unchanged, so that dragging is not interrupted.
  const sections = useMemo(() => groupRows(list, withoutGroup), [list, withoutGroup]);
  const card = (row: ItemRow, step?: Step) => ({
    list,
    row,
    isSelected: selected.has(row.id),
    onSelect: (isSelected: boolean) => onSelect(row.id, isSelected),
    menu: <RowMenu list={list} row={row} onAction={(action) => onAction(row, action)} step={step} />,
    showsGroup: sections.length === 0,
  });
  if (sections.length === 0) return <Rows list={list} rows={list.rows} card={card} hasHint />;
  return sections.map(({ key, label, rows, hasHint }, index) => (
    <section key={key} aria-labelledby={key}>
      <h2
        id={key}
        className={`font-semibold text-fine text-ink-soft leading-tight ${index === 0 ? 'mb-0.5' : 'mt-5 mb-1.5'}`}
      >
        {label}
      </h2>
      <Rows list={list} rows={rows} card={card} hasHint={hasHint} />
    </section>
  ));
}

interface RowsProps {
  list: ItemsData;
  rows: readonly ItemRow[];
  card: (row: ItemRow, step?: Step) => Omit<ComponentProps<typeof ItemRowView>, 'mover'>;
  /** Whether to show instructions for moving, if possible. */
  hasHint: boolean;
}

function Rows({ list, rows, card, hasHint }: RowsProps) {
  if (list.canMove && rows.length > 1) return <OrderedList list={list} rows={rows} card={card} hasHint={hasHint} />;
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-raised">
      {rows.map((row) => (
        <li key={row.id}>
          <ItemRowView {...card(row)} />
        </li>
      ))}
    </ul>
  );
}

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
function RowMenu({ list, row, onAction, step = {} }: RowMenuProps) {
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
