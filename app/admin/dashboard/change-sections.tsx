import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ChangeRow, Moment, PublishedRow } from './read-changes.ts';
import type { DashboardData } from './read-dashboard.ts';

/** Recent publications with their languages. */
export function PublishedSection({ published, languageNames }: Pick<DashboardData, 'published' | 'languageNames'>) {
  const t = useTranslations('admin.dashboard.published');
  const aside = ({ type, languages, author }: PublishedRow) =>
    [type, languages.map((code) => languageNames[code] ?? code).join(', '), author].filter(Boolean).join(' · ');
  return (
    <ListSection id="published" title={t('title')} empty={t('empty')} rows={published}>
      {(row) => (
        <>
          <a
            href={row.href}
            lang={row.language}
            className="-my-1.5 inline-flex min-h-11 items-center py-1.5 font-medium underline-offset-4 hover:underline"
          >
            {row.title}
          </a>
          <p className="text-fine text-ink-soft">
            {aside(row)} · <Time moment={row} />
          </p>
        </>
      )}
    </ListSection>
  );
}

/** Recent changes with their authors, for people who may read the audit log. */
export function ChangeSection({ changes, auditHref }: { changes: ChangeRow[]; auditHref: string }) {
  const t = useTranslations('admin.dashboard.changes');
  const more = (
    <SiteLink to={auditHref} className="inline-flex min-h-11 items-center font-medium text-action">
      {t('all')}
    </SiteLink>
  );
  return (
    <ListSection id="changes" title={t('title')} empty={t('empty')} rows={changes} more={more}>
      {(row) => (
        <>
          <p className="font-medium">{row.text}</p>
          <p className="text-fine text-ink-soft">
            <Time moment={row} />
          </p>
        </>
      )}
    </ListSection>
  );
}

interface ListSectionProps<Row> {
  id: string;
  title: string;
  /** Shown instead of rows if there are none. */
  empty: string;
  rows: readonly Row[];
  more?: ReactNode;
  children: (row: Row) => ReactNode;
}

function ListSection<Row extends { id: string }>({ id, title, empty, rows, more, children }: ListSectionProps<Row>) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-semibold text-h3">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="rounded-card border border-line p-6 text-ink-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-raised">
          {rows.map((row) => (
            <li key={row.id} className="px-4 py-3">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {more}
    </section>
  );
}

function Time({ moment: { at, when } }: { moment: Moment }) {
  return <time dateTime={at}>{when}</time>;
}
