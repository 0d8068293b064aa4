import { useTranslations } from 'use-intl';
import { Fold } from './fold.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import type { PublishingData } from './read-publishing.ts';
import { type FilledAs, TimedButtons } from './timed-buttons.tsx';

interface PublishFormProps {
  data: PublishingData;
  /** The languages are chosen in their rows. */
  id: string;
  filled: FilledAs | undefined;
}

/** Publishes the chosen languages together, now or at a time. */
export function PublishForm({ data, id, filled }: PublishFormProps) {
  const t = useTranslations('publishing');
  return (
    <section aria-labelledby="publishing" className="mt-5 mb-8">
      <h2 id="publishing" className="sr-only">
        {t('publish.title')}
      </h2>
      <PanelForm data={data} id={id} key={data.seen.stamp} className="grid gap-3">
        <TimedButtons
          data={data}
          filled={filled}
          tone="action"
          now={{ intent: 'publish', label: t('publish.submit') }}
          at={data.may.schedule ? { intent: 'schedule-publish', label: t('schedule.publish') } : undefined}
        />
      </PanelForm>
      <p className="mt-2 max-w-[65ch] text-fine text-ink-soft">{t('publish.lead')}</p>
    </section>
  );
}

/** Takes languages off the site, now or at a time, or archives them. */
export function TakeOffForm({ data, filled }: { data: PublishingData; filled: FilledAs | undefined }) {
  const t = useTranslations('publishing');
  const { may } = data;
  const languages = data.languages.filter(({ state }) => state !== 'missing');
  const active = languages.filter(({ state }) => state !== 'archived');
  const chosen = filled?.form.languages ?? (active.length > 0 ? active : languages).map(({ code }) => code);
  const isPublic = languages.some((language) => language.isPublic);
  return (
    <Fold id="taking-off" title={t('publish.off')} isOpen={filled !== undefined}>
      <PanelForm data={data} key={`${data.seen.stamp} ${chosen.join()}`} className="grid gap-3">
        <LanguageChoice legend={t('publish.languages')} languages={languages} chosen={chosen} />
        <TimedButtons
          data={data}
          filled={filled}
          now={may.unpublish && isPublic ? { intent: 'unpublish', label: t('publish.unpublish') } : undefined}
          at={may.schedule ? { intent: 'schedule-unpublish', label: t('schedule.unpublish') } : undefined}
        >
          {may.archive && active.length > 0 && <PanelButton intent="archive">{t('publish.archive')}</PanelButton>}
          {may.archive && active.length < languages.length && (
            <PanelButton intent="unarchive">{t('publish.unarchive')}</PanelButton>
          )}
        </TimedButtons>
      </PanelForm>
    </Fold>
  );
}
