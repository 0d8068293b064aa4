import { useTranslations } from 'use-intl';
import { LanguageChoice } from './language-choice.tsx';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import type { FilledForm } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

/** Publishes, unpublishes or archives the selected languages together. */
export function PublishForm({ data, filled }: { data: PublishingData; filled: FilledForm | undefined }) {
  const t = useTranslations('publishing.publish');
  const { may } = data;
  const languages = data.languages.filter(({ state }) => state !== 'missing');
  const unfinished = languages.filter(({ state }) => state !== 'published' && state !== 'archived');
  const chosen = filled?.languages ?? unfinished.map(({ code }) => code);
  const isArchived = languages.some(({ state }) => state === 'archived');
  const canArchive = may.archive && languages.some(({ state }) => state !== 'archived');
  return (
    <section aria-labelledby="publishing" className="mt-8">
      <h2 id="publishing" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <PanelForm data={data} key={`${data.seen.stamp} ${chosen.join()}`} className="mt-3 grid gap-3">
        <LanguageChoice legend={t('languages')} languages={languages} chosen={chosen} />
        <div className="flex flex-wrap gap-3">
          {may.publish && (
            <PanelButton tone="action" intent="publish">
              {t('submit')}
            </PanelButton>
          )}
          {may.unpublish && languages.some(({ isPublic }) => isPublic) && (
            <PanelButton intent="unpublish">{t('unpublish')}</PanelButton>
          )}
          {canArchive && <PanelButton intent="archive">{t('archive')}</PanelButton>}
          {may.archive && isArchived && <PanelButton intent="unarchive">{t('unarchive')}</PanelButton>}
        </div>
      </PanelForm>
    </section>
  );
}
