import { useFormatter, useTranslations } from 'use-intl';
import { Table } from '../../ui/kit/table.tsx';
import type { CountTable } from './count-rows.ts';

/** Number of items by type, language and state. */
export function CountSection({ table }: { table: CountTable }) {
  const t = useTranslations('admin.dashboard.counts');
  const format = useFormatter();
  return (
    <section aria-labelledby="counts" className="mt-10">
      <h2 id="counts" className="mb-3 font-semibold text-h3">
        {t('title')}
      </h2>
      <Table
        caption={t('caption')}
        rows={table.rows}
        rowId={({ id }) => id}
        empty={t('empty')}
        columns={[
          {
            id: 'type',
            label: t('type'),
            cell: ({ type, language }) => (
              <>
                {type} <span className="font-normal text-fine text-ink-soft">{language}</span>
              </>
            ),
          },
          ...table.states.map((state) => ({
            id: state,
            label: t(`states.${state}`),
            align: 'end' as const,
            cell: ({ states }: CountTable['rows'][number]) => {
              const count = states[state] ?? 0;
              return <span className={count === 0 ? 'text-ink-soft' : 'font-semibold'}>{format.number(count)}</span>;
            },
          })),
        ]}
      />
    </section>
  );
}
