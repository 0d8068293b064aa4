import type { ReactNode } from 'react';

interface TableProps<Row> {
  /** The table's contents; also the name of its scrolling region. */
  caption: string;
  columns: readonly { id: string; label: string; cell: (row: Row) => ReactNode; align?: 'start' | 'end' }[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Shown instead of rows if there are none: says what to do. */
  empty: ReactNode;
}

/** Keeps the first column, with the names of the rows, in place while the others scroll. */
const STAYS = 'sticky start-0 bg-inherit';

/** A table. The first column is the row header. Scrolls horizontally if too wide. */
export function Table<Row>({ caption, columns, rows, rowId, empty }: TableProps<Row>) {
  if (rows.length === 0) return <div className="rounded-card border border-line p-8 text-ink-soft">{empty}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-raised">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b bg-sunken text-fine text-ink-soft">
            {columns.map(({ id, label, align }, index) => (
              <th
                key={id}
                scope="col"
                className={`px-4 py-2.5 font-semibold ${index === 0 ? STAYS : ''} ${alignment(align)}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} className="border-line border-b bg-raised last:border-0 hover:bg-tint">
              {columns.map(({ id, cell, align }, index) =>
                index === 0 ? (
                  <th key={id} scope="row" className={`px-4 py-3 font-medium ${STAYS} ${alignment(align)}`}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} className={`px-4 py-3 ${alignment(align)}`}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function alignment(align: 'start' | 'end' = 'start') {
  return align === 'end' ? 'text-end tabular-nums' : 'text-start';
}
