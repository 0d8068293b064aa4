import { useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import newIcon from '~icons/lucide/plus';
import { accountMeta } from '../../account/account-page.tsx';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import { ChangeSection, CountSection, PresenceSection, PublishedSection, WorkSection } from './dashboard-sections.tsx';
import { type DashboardData, readDashboard } from './read-dashboard.ts';

export const loader = readDashboard;

export const meta = accountMeta;

export default function DashboardRoute() {
  const data = useLoaderData<typeof loader>();
  const {
    name,
    role,
    languages,
    steps,
    counts,
    reading,
    newItems,
    published,
    languageNames,
    changes,
    auditHref,
    helpHref,
    work,
  } = data;
  const calm = useCalmReload(useLiveEvent('items')?.revision, data);
  const t = useTranslations('admin.dashboard');
  const tLive = useTranslations('admin.connection');
  return (
    <>
      <h1 className="font-semibold text-h2">{t('greeting', { name })}</h1>
      <p className="mt-1 max-w-[65ch] text-ink-soft">
        {t(`roles.${role}`, { languages: languages || t('noLanguages') })}
      </p>
      {newItems.length > 0 && <CreateLinks links={newItems} />}
      <NextStepsCard steps={steps} />
      <PresenceSection />
      <div className="relative" {...calm.handlers}>
        {calm.isWaiting && <NewerButton onShow={calm.show}>{tLive('newer')}</NewerButton>}
        {work && <WorkSection work={work} />}
        {counts && <CountSection rows={counts} />}
        {reading && <ReadingSection rows={reading} />}
        <div className="mt-8 grid items-start gap-8 xl:grid-cols-2">
          <PublishedSection published={published} languageNames={languageNames} />
          {changes && auditHref && <ChangeSection changes={changes} auditHref={auditHref} />}
        </div>
      </div>
      {helpHref && (
        <p className="mt-8">
          <SiteLink to={helpHref} className="link-quiet inline-flex min-h-11 items-center text-action">
            {t('help')}
          </SiteLink>
        </p>
      )}
    </>
  );
}

/** The public pages of each type, for those who may read nothing else. */
function ReadingSection({ rows }: { rows: NonNullable<DashboardData['reading']> }) {
  const t = useTranslations('admin.dashboard.reading');
  return (
    <section aria-labelledby="reading" className="mt-8">
      <h2 id="reading" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t(rows.length === 0 ? 'empty' : 'lead')}</p>
      {rows.length > 0 && (
        <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {rows.map(({ id, label, count, href }) => (
            <li key={id}>
              <a
                href={href}
                className="flex h-full min-h-11 flex-col rounded-card border border-line bg-raised p-4 hover:bg-tint"
              >
                <span className="font-medium text-action">{label}</span>
                <span className="text-fine text-ink-soft">{t('items', { count })}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Links to create an item of each type. */
function CreateLinks({ links }: { links: DashboardData['newItems'] }) {
  const t = useTranslations('admin.dashboard');
  return (
    <nav aria-label={t('create')} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ href, label }) => (
          <li key={href}>
            <SiteLink to={href} className={buttonStyle('plain')}>
              <Icon icon={newIcon} />
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The next steps for a new owner. */
function NextStepsCard({ steps }: { steps: DashboardData['steps'] }) {
  const t = useTranslations('admin.dashboard.next');
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next" className="mt-8 rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 id="next" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <ol className="mt-3 grid gap-4">
        {steps.map(({ step, href }, index) => (
          <li key={step} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-tint font-semibold text-action text-fine"
            >
              {index + 1}
            </span>
            <div>
              {href ? (
                <StepLink href={href} leavesAdmin={step === 'look'}>
                  {t(`${step}.title`)}
                </StepLink>
              ) : (
                <p className="font-medium">{t(`${step}.title`)}</p>
              )}
              <p className="text-fine text-ink-soft">
                {t.rich(`${step}.text`, { code: (text) => <code className="break-words">{text}</code> })}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepLink({ href, leavesAdmin, children }: { href: string; leavesAdmin: boolean; children: string }) {
  const className = 'inline-flex min-h-11 items-center font-medium text-action underline underline-offset-4 -my-2';
  if (leavesAdmin) {
    return (
      <a href={href} className={className}>
        {children}
      </a>
    );
  }
  return (
    <SiteLink to={href} className={className}>
      {children}
    </SiteLink>
  );
}
