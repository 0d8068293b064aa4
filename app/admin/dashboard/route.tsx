import { useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { accountMeta } from '../../account/account-page.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { NewerButton } from '../../data/live/newer-button.tsx';
import { useCalmReload } from '../../data/live/use-calm-reload.ts';
import { ChangeSection, PublishedSection } from './change-sections.tsx';
import { CountSection } from './count-section.tsx';
import { CreateLinks } from './create-links.tsx';
import { NextStepsCard } from './next-steps-card.tsx';
import { PresenceSection } from './presence-section.tsx';
import { readDashboard } from './read-dashboard.ts';
import { WorkSection } from './work-section.tsx';

export const loader = readDashboard;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  accountMeta(loaderData?.title);

export default function DashboardRoute() {
  const data = useLoaderData<typeof loader>();
  const { name, role, languages, steps, counts, newItems, published, languageNames, changes, auditHref, work } = data;
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
        <CountSection rows={counts} />
        <div className="mt-8 grid items-start gap-8 xl:grid-cols-2">
          <PublishedSection published={published} languageNames={languageNames} />
          {changes && auditHref && <ChangeSection changes={changes} auditHref={auditHref} />}
        </div>
      </div>
    </>
  );
}
