import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { Work, WorkItem } from './read-work.ts';

/** What the person was writing, what waits for them, and the next scheduled actions. */
export function WorkSection({ work }: { work: Work }) {
  const { reviews, own, items, scheduled } = work;
  return (
    <div className="mt-6 grid items-start gap-x-8 gap-y-6 xl:grid-cols-2">
      {reviews.length > 0 && (
        <Section id="reviews">
          <ItemList items={reviews} />
        </Section>
      )}
      {own.length > 0 && (
        <Section id="own">
          <ItemList items={own} />
        </Section>
      )}
      <Section id="waiting">{items.length > 0 ? <ItemList items={items} /> : <Kinds work={work} />}</Section>
      {scheduled.length > 0 && (
        <Section id="scheduled">
          <ItemList items={scheduled} />
        </Section>
      )}
    </div>
  );
}

function Section({ id, children }: { id: 'reviews' | 'own' | 'waiting' | 'scheduled'; children: ReactNode }) {
  const t = useTranslations('admin.dashboard.work');
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-h3">
        {t(id)}
      </h2>
      {children}
    </section>
  );
}

function ItemList({ items }: { items: WorkItem[] }) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-raised">
      {items.map(({ id, title, language, href, about, note, moment }) => (
        <li key={id} className="px-4 py-2">
          <SiteLink to={href} lang={language} className="link-quiet inline-block min-h-6 font-medium wrap-anywhere">
            {title}
          </SiteLink>
          <p className="text-fine text-ink-soft">
            {about}
            {moment && (
              <>
                {' · '}
                <time dateTime={moment.at}>{moment.when}</time>
              </>
            )}
          </p>
          {note !== undefined && (
            <blockquote className="mt-1 line-clamp-3 whitespace-pre-line border-line border-s-2 ps-2 text-fine wrap-anywhere">
              {note}
            </blockquote>
          )}
        </li>
      ))}
    </ul>
  );
}

function Kinds({ work: { kinds, total } }: { work: Work }) {
  const t = useTranslations('admin.dashboard.work');
  const format = useFormatter();
  if (kinds.length === 0)
    return <p className="rounded-card border border-line px-4 py-3 text-ink-soft">{t('nothing')}</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-raised">
        {kinds.map(({ id, label, count, href }) => (
          <li key={id}>
            <SiteLink to={href} className="flex min-h-11 items-center justify-between gap-4 px-4 py-2 hover:bg-tint">
              <span>{label}</span>
              <span className="font-semibold tabular-nums">{format.number(count)}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
      {total && (
        <SiteLink
          to={total.href}
          className="inline-flex min-h-11 items-center text-action underline underline-offset-4"
        >
          {total.text}
        </SiteLink>
      )}
    </>
  );
}
