import { type ComponentProps, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemAction } from './actions/item-actions.ts';
import { groupRows } from './group-rows.ts';
import type { ItemRow } from './item-row.ts';
import { ItemRowView } from './item-row-view.tsx';
import { OrderedList } from './ordered-list.tsx';
import type { ItemsData } from './read-items.ts';
import { RowMenu } from './row-menu.tsx';
import type { Step } from './use-order.ts';

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
