import { type ComponentProps, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemAction } from './actions/item-actions.ts';
import { groupRows } from './group-rows.ts';
import type { ItemRow } from './item-row.ts';
import { ItemRowView } from './item-row-view.tsx';
import { OrderedList } from './ordered-list.tsx';
import type { ItemsData } from './read-items.ts';
import { RowMenu } from './row-menu.tsx';

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
  const card = (row: ItemRow) => ({
    list,
    row,
    isSelected: selected.has(row.id),
    onSelect: (isSelected: boolean) => onSelect(row.id, isSelected),
    menu: <RowMenu list={list} row={row} onAction={(action) => onAction(row, action)} />,
    showsGroup: sections.length === 0,
  });
  if (sections.length === 0) return <Rows list={list} rows={list.rows} card={card} hasHint />;
  return sections.map(({ key, label, rows, hasHint }) => (
    <section key={key} aria-labelledby={key}>
      <h2 id={key} className="mt-6 font-semibold text-h3">
        {label}
      </h2>
      <Rows list={list} rows={rows} card={card} hasHint={hasHint} />
    </section>
  ));
}

interface RowsProps {
  list: ItemsData;
  rows: readonly ItemRow[];
  card: (row: ItemRow) => Omit<ComponentProps<typeof ItemRowView>, 'mover'>;
  /** Whether to show instructions for moving, if possible. */
  hasHint: boolean;
}

function Rows({ list, rows, card, hasHint }: RowsProps) {
  const t = useTranslations('items.list.columns');
  if (list.canMove && rows.length > 1) return <OrderedList list={list} rows={rows} card={card} hasHint={hasHint} />;
  return (
    <div className="mt-2 rounded-card border border-line bg-raised">
      <div
        aria-hidden="true"
        className="hidden gap-x-5 rounded-t-card border-line border-b bg-sunken py-2 ps-[4.25rem] pe-[4.25rem] font-semibold text-fine text-ink-soft md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)]"
      >
        <span>{t('title')}</span>
        <span>{t('languages')}</span>
        <span>{t(list.query.place === 'trash' ? 'trashed' : 'edited')}</span>
      </div>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id}>
            <ItemRowView {...card(row)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
