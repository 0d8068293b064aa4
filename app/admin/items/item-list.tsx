import { useTranslations } from 'use-intl';
import type { ItemAct } from './item-acts.ts';
import { ItemCard } from './item-card.tsx';
import type { ItemRow } from './item-row.ts';
import { OrderedList } from './ordered-list.tsx';
import type { ItemsData } from './read-items.ts';
import { RowMenu } from './row-menu.tsx';

export interface ItemListProps {
  list: ItemsData;
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
  onAct: (row: ItemRow, act: ItemAct) => void;
}

/** The items of a page of the list; in the order that people choose, they can be moved. */
export function ItemList(props: ItemListProps) {
  const t = useTranslations('items.list.columns');
  const { list, selected, onSelect, onAct } = props;
  const card = (row: ItemRow) => ({
    list,
    row,
    isSelected: selected.has(row.id),
    onSelect: (isSelected: boolean) => onSelect(row.id, isSelected),
    menu: <RowMenu list={list} row={row} onAct={(act) => onAct(row, act)} />,
  });
  if (list.canMove && list.rows.length > 1) return <OrderedList list={list} card={card} />;
  return (
    <div className="mt-2 rounded-card border border-line bg-raised">
      <div
        aria-hidden="true"
        className="hidden gap-x-5 rounded-t-card border-line border-b bg-sunken py-2 ps-[4.25rem] pe-[4.25rem] font-semibold text-fine text-ink-soft md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)]"
      >
        <span>{t('title')}</span>
        <span>{t('languages')}</span>
        <span>{t(list.query.place === 'bin' ? 'binned' : 'edited')}</span>
      </div>
      <ul className="divide-y divide-line">
        {list.rows.map((row) => (
          <li key={row.id}>
            <ItemCard {...card(row)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
