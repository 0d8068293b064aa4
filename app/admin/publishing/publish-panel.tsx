import { useTranslations } from 'use-intl';
import { AnswerBox } from './answer-box.tsx';
import { LanguageCard } from './language-card.tsx';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import { PublishForm } from './publish-form.tsx';
import type { FilledForm, PublishingAnswer, PublishingIntent } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';
import { ReviewForm, SendBackForm } from './review-forms.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ShareSection } from './share-section.tsx';

interface PublishPanelProps {
  data: PublishingData;
  answer: PublishingAnswer | undefined;
}

/** The state of the item's languages, with all actions: publish, review, schedule, share, archive. */
export function PublishPanel({ data, answer }: PublishPanelProps) {
  const t = useTranslations('publishing');
  const { may, languages, isTrashed, shareable } = data;
  const hasText = languages.some(({ state }) => state !== 'missing');
  return (
    <>
      {answer && <AnswerBox data={data} answer={answer} />}
      {!isTrashed && (
        <section aria-labelledby="standing" className="@container mt-6">
          <h2 id="standing" className="font-semibold text-h3">
            {t('page.languages')}
          </h2>
          <div className="mt-3 grid gap-4 @2xl:grid-cols-2">
            {languages.map((language) => (
              <LanguageCard key={language.code} language={language} data={data} />
            ))}
          </div>
        </section>
      )}
      {!isTrashed && !hasText && <p className="mt-4 text-ink-soft">{t('page.editFirst')}</p>}
      {data.reviewable.length > 0 && <ReviewForm data={data} filled={filledBy(answer, ['ask-review'])} />}
      {may.publish && hasText && (
        <PublishForm data={data} filled={filledBy(answer, ['publish', 'unpublish', 'archive', 'unarchive'])} />
      )}
      {may.sendBack && <SendBackForm data={data} filled={filledBy(answer, ['send-back'])} />}
      {may.schedule && hasText && (
        <ScheduleForm data={data} filled={filledBy(answer, ['schedule-publish', 'schedule-unpublish'])} />
      )}
      {shareable.length > 0 && <ShareSection data={data} answer={answer} />}
      {(may.duplicate || may.trash) && (
        <section aria-labelledby="more" className="mt-8">
          <h2 id="more" className={isTrashed ? 'sr-only' : 'font-semibold text-h3'}>
            {t('more.title')}
          </h2>
          <PanelForm data={data} className="mt-3 flex flex-wrap gap-3">
            {may.duplicate && <PanelButton intent="duplicate">{t('more.duplicate')}</PanelButton>}
            {may.trash && (
              <PanelButton tone={isTrashed ? 'plain' : 'danger'} intent={isTrashed ? 'untrash' : 'trash'}>
                {t(isTrashed ? 'more.untrash' : 'more.trash')}
              </PanelButton>
            )}
          </PanelForm>
        </section>
      )}
    </>
  );
}

function filledBy(answer: PublishingAnswer | undefined, intents: PublishingIntent[]): FilledForm | undefined {
  return answer && 'form' in answer && intents.includes(answer.intent) ? answer.form : undefined;
}
