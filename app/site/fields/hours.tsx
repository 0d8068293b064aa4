import type { HoursRow } from '../../i18n/format-hours.ts';

/** Opening hours: the days, and the spans of time on each of them. */
export function Hours({ rows }: { rows: HoursRow[] }) {
  return (
    <ul className="tabular-nums">
      {rows.map(({ days, spans, note }) => (
        <li key={`${days} ${spans[0]}`} className="justify-between gap-x-4 not-first:mt-1.5 lg:flex lg:not-first:mt-0">
          <span className="block text-ink-soft first-letter:uppercase">
            {days}
            {note !== undefined && <span className="block text-fine">{note}</span>}
          </span>
          <span>
            {spans.map((span) => (
              <span key={span} className="block whitespace-nowrap">
                {span}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
