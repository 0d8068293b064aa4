import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { CountedState } from '#core/content/item-card.ts';
import { idOf } from '#core/documents/document-path.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { useLive, useTarget } from '../../data/live/live-context.tsx';
import { documentsOf } from '../../data/target-view.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ChangeRow, CountRow, DashboardData, Moment, PublishedRow } from './read-dashboard.ts';
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

/** The members of an item card that are shown. */
interface ShownCard {
  type: string;
  sourceLanguage: string;
  languages: { [language: string]: { title: string } | undefined };
}

/** Maximum items in the list. Source: Meki's own. */
const SHOWN = 10;

/** Who is editing what at this moment; nothing without script or a connection. */
export function PresenceSection() {
  const t = useTranslations('admin.dashboard.presence');
  const { code, language } = useLocale();
  const edited = (useLive('presence')?.edited ?? []).slice(0, SHOWN);
  const view = useTarget(
    edited.length > 0 ? { documents: edited.map(({ itemId }) => `item-cards/${itemId}` as const) } : undefined,
  );
  const cards = new Map(view && documentsOf<ShownCard>(view).map((document) => [idOf(document), document.data]));
  const rows = edited.flatMap(({ itemId, people }) => {
    const card = cards.get(itemId);
    return card ? [{ itemId, card, names: people.map(({ name }) => name) }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="presence" className="mt-8">
      <h2 id="presence" className="mb-2 font-semibold text-h3">
        {t('title')}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-raised">
        {rows.map(({ itemId, card, names }) => {
          const [title, titleLanguage] = titleOf(card, code);
          return (
            <li key={itemId} className="flex flex-wrap items-center gap-x-4 px-4 py-1.5">
              <SiteLink
                to={localizePath(localeSet, code, `/admin/items/${card.type}/${itemId}`)}
                lang={titleLanguage}
                className="inline-flex min-h-11 min-w-0 grow items-center break-words font-medium underline-offset-4 hover:underline"
              >
                {title || t('untitled')}
              </SiteLink>
              <span className="text-fine text-ink-soft">{new Intl.ListFormat(language).format(names)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function titleOf(
  { languages, sourceLanguage }: ShownCard,
  code: string,
): [title: string, language: string | undefined] {
  const found = [code, sourceLanguage, ...Object.keys(languages)].find((one) => languages[one]?.title.trim());
  const definition = localeSet.locales.find((one) => one.code === found);
  return [(found && languages[found]?.title) || '', definition?.language];
}
