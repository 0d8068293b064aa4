import { useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { accountMeta } from '../../account/account-page.tsx';
import { PageLinks } from '../page-links.tsx';
import { AuditForm } from './audit-form.tsx';
import { readAudit } from './read-audit.ts';

export const loader = readAudit;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

/** The audit log, read-only. */
export default function AuditRoute() {
  const { title, lead, query, problems, people, entries, clearHref, firstHref, nextHref } =
    useLoaderData<typeof loader>();
  const t = useTranslations('admin.audit');
  const hasProblem = Object.keys(problems).length > 0;
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 text-ink-soft">{lead}</p>
      <AuditForm query={query} problems={problems} people={people} clearHref={clearHref} />
      {!hasProblem && (
        <section aria-labelledby="entries" className="mt-8">
          <h2 id="entries" className="font-semibold text-h3">
            {t('entries')}
          </h2>
          {entries.length === 0 && (
            <p role="status" className="mt-3 rounded-card border border-line p-8 text-ink-soft">
              {clearHref ? t('emptySearch') : t('empty')}
            </p>
          )}
          <ol className="mt-3 divide-y divide-line">
            {entries.map(({ id, at, when, sentence, details }) => (
              <li key={id} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
                <time dateTime={at} className="text-fine text-ink-soft tabular-nums sm:pt-0.5">
                  {when}
                </time>
                <div className="min-w-0 break-words">
                  <p>{sentence}</p>
                  {details.length > 0 && <p className="text-fine text-ink-soft">{details.join(' · ')}</p>}
                </div>
              </li>
            ))}
          </ol>
          <PageLinks
            label={t('pages')}
            first={firstHref && { href: firstHref, label: t('newest') }}
            next={nextHref && { href: nextHref, label: t('older') }}
          />
        </section>
      )}
    </>
  );
}
