import { useTranslations } from 'use-intl';
import type { CountedState } from '#core/content/item-card.ts';
import type { CountRow } from './count-rows.ts';

/** Of a mark in the legend, and of a part of a bar. */
const COLORS: { [state in CountedState]: string } = {
  published: 'bg-success fill-success',
  changed: 'bg-warning fill-warning',
  scheduled: 'bg-action fill-action',
  draft: 'bg-ink-soft fill-ink-soft',
  archived: 'bg-line-strong fill-line-strong',
  missing: 'bg-line fill-line',
};

/** Number of items by type, language and state: a bar each, with its numbers in words. */
export function CountSection({ rows }: { rows: CountRow[] }) {
  const t = useTranslations('admin.dashboard.counts');
  const most = Math.max(...rows.map(({ total }) => total));
  return (
    <section aria-labelledby="counts" className="mt-8">
      <h2 id="counts" className="mb-2 font-semibold text-h3">
        {t('title')}
      </h2>
      {rows.length === 0 ? (
        <p className="rounded-card border border-line p-6 text-ink-soft">{t('empty')}</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-raised">
          {rows.map(({ id, type, language, states }) => (
            <li
              key={id}
              className="grid items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[13rem_minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1fr)]"
            >
              <p>
                {type} <span className="text-fine text-ink-soft">{language}</span>
              </p>
              <Bar states={states} most={most} />
              <p className="flex flex-wrap gap-x-4 text-fine text-ink-soft tabular-nums sm:max-lg:col-span-2">
                {states.map(({ state, count }) => (
                  <span key={state} className="inline-flex items-center gap-1.5">
                    <span aria-hidden="true" className={`size-2.5 rounded-sm ${COLORS[state]}`} />
                    {t(`states.${state}`, { count })}
                  </span>
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** An SVG, because the policy of the site refuses widths in `style`. @param most the length of the longest bar */
function Bar({ states, most }: Pick<CountRow, 'states'> & { most: number }) {
  let start = 0;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${most} 1`}
      preserveAspectRatio="none"
      className="h-2.5 w-full rtl:-scale-x-100"
    >
      {states.map(({ state, count }) => {
        const x = start;
        start += count;
        return <rect key={state} x={x} width={count} height={1} className={COLORS[state]} />;
      })}
    </svg>
  );
}
