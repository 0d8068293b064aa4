import { useTranslations } from 'use-intl';
import { SelectPage } from '../selection.tsx';
import { MOVER_WIDTH, rowColumns } from './item-row-view.tsx';
import type { ItemsData } from './read-items.ts';

interface ListHeadProps {
  list: ItemsData;
  /** `undefined` without a choice to make. */
  selection: Parameters<typeof SelectPage>[0]['selection'] | undefined;
}

/** Above the rows: a box that selects all of them, their number, and the names of the columns. */
export function ListHead({ list, selection }: ListHeadProps) {
  const t = useTranslations('items');
  const { rows, total, canMove, query } = list;
  const count = total ?? rows.length;
  return (
    <div className="flex h-8 items-center gap-x-1 border border-transparent px-1 text-fine text-ink-soft">
      {rows.length > 0 && (
        <div className={`flex shrink-0 justify-end ${canMove ? MOVER_WIDTH : ''}`}>
          {selection && <SelectPage selection={selection} />}
        </div>
      )}
      <div className={`min-w-0 grow ${rowColumns({ canMove })}`}>
        <p role="status">{total === undefined ? t('list.countSome', { count }) : t('list.count', { count })}</p>
        <span aria-hidden="true" className="@max-xl:hidden">
          {t('list.columns.languages')}
        </span>
        <span aria-hidden="true" className="@max-3xl:hidden">
          {t(`list.columns.${query.place === 'trash' ? 'trashed' : 'edited'}`)}
        </span>
      </div>
      <span className="w-11 shrink-0 noscript:hidden" />
    </div>
  );
}
