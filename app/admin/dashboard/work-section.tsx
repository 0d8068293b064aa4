import { useFormatter } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { Work } from './read-work.ts';

/** Pending work on the site, and the next scheduled actions. */
export function WorkSection({ work }: { work: Work }) {
  const format = useFormatter();
  const { title, total, href, kinds, scheduleTitle, scheduled } = work;
  return (
    <div className="mt-10 grid items-start gap-10 xl:grid-cols-2 xl:gap-8">
      <section aria-labelledby="work">
        <h2 id="work" className="font-semibold text-h3">
          {title}
        </h2>
        <p>
          <SiteLink to={href} className="inline-flex min-h-11 items-center text-action underline underline-offset-4">
            {total}
          </SiteLink>
        </p>
        {kinds.length > 0 && (
          <ul className="mt-1 divide-y divide-line rounded-card border border-line bg-raised">
            {kinds.map(({ kind, label, count, href: to }) => (
              <li key={kind}>
                <SiteLink to={to} className="flex min-h-11 items-center justify-between gap-4 px-4 py-2 hover:bg-tint">
                  <span>{label}</span>
                  <span className="font-semibold tabular-nums">{format.number(count)}</span>
                </SiteLink>
              </li>
            ))}
          </ul>
        )}
      </section>
      {scheduled.length > 0 && (
        <section aria-labelledby="scheduled">
          <h2 id="scheduled" className="font-semibold text-h3">
            {scheduleTitle}
          </h2>
          <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-raised">
            {scheduled.map(({ id, title: name, language, action, at, when, href: to }) => (
              <li key={id} className="px-4 py-3">
                <SiteLink to={to} lang={language} className="link-quiet inline-block min-h-6 font-medium">
                  {name}
                </SiteLink>
                <p className="text-fine text-ink-soft">
                  {action} · <time dateTime={at}>{when}</time>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
