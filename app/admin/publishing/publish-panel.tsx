import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { AnswerBox } from './answer-box.tsx';
import { LanguageRow } from './language-row.tsx';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import { PublishForm, TakeOffForm } from './publish-form.tsx';
import type { PublishingAnswer, PublishingIntent } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';
import { ReviewForm, SendBackForm } from './review-forms.tsx';
import { ShareSection } from './share-section.tsx';
import type { FilledAs } from './timed-buttons.tsx';

interface PublishPanelProps {
  data: PublishingData;
  answer: PublishingAnswer | undefined;
}

/**
 * The languages of an item with their states, among which those to publish are chosen; the button that publishes, or asks for review;
 * and, folded, what is done less often.
 */
export function PublishPanel({ data, answer }: PublishPanelProps) {
  const t = useTranslations('publishing');
  const formId = useId();
  const { may, languages, isTrashed, shareable } = data;
  const withText = languages.filter(({ state }) => state !== 'missing');
  const canPublish = may.publish && withText.length > 0;
  const published = filledAs(answer, ['publish', 'schedule-publish']);
  const unfinished = withText.filter(({ state }) => state !== 'published' && state !== 'archived');
  const chosen = published?.form.languages ?? unfinished.map(({ code }) => code);
  if (isTrashed) {
    return (
      <>
        {answer && <AnswerBox data={data} answer={answer} />}
        <WholeItem data={data} />
      </>
    );
  }
  return (
    <div className="@container max-w-3xl">
      {answer && <AnswerBox data={data} answer={answer} />}
      <section aria-labelledby="standing" className="mt-5">
        <h2 id="standing" className="sr-only">
          {t('page.languages')}
        </h2>
        <div className="divide-y divide-line rounded-card border border-line bg-raised">
          {languages.map((language) => (
            <LanguageRow
              key={language.code}
              language={language}
              data={data}
              {...(canPublish &&
                language.state !== 'missing' && { choice: { formId, isChosen: chosen.includes(language.code) } })}
            />
          ))}
        </div>
        {withText.length === 0 && <p className="mt-4 text-ink-soft">{t('page.editFirst')}</p>}
      </section>
      {data.reviewable.length > 0 && (
        <div className="mb-8">
          <ReviewForm data={data} filled={filledAs(answer, ['ask-review'])?.form} />
        </div>
      )}
      {canPublish && <PublishForm data={data} id={formId} filled={published} />}
      <div className="mt-5">
        {may.sendBack && <SendBackForm data={data} filled={filledAs(answer, ['send-back'])?.form} />}
        {shareable.length > 0 && <ShareSection data={data} answer={answer} />}
        {(may.unpublish || may.archive || may.schedule) && withText.length > 0 && (
          <TakeOffForm
            data={data}
            filled={filledAs(answer, ['unpublish', 'schedule-unpublish', 'archive', 'unarchive'])}
          />
        )}
      </div>
      <div className="hidden noscript:block">
        <WholeItem data={data} />
      </div>
    </div>
  );
}

/** What is done with the item as a whole: restored from the trash, and what the menu of the bar does where there is script. */
function WholeItem({ data }: { data: PublishingData }) {
  const t = useTranslations('publishing.more');
  const { may, bar, isTrashed } = data;
  return (
    <PanelForm data={data} className="mt-5 flex flex-wrap gap-3">
      {bar.may.duplicate && <PanelButton intent="duplicate">{t('duplicate')}</PanelButton>}
      {bar.may.trash && (
        <PanelButton tone="danger" intent="trash">
          {t('trash')}
        </PanelButton>
      )}
      {isTrashed && may.untrash && <PanelButton intent="untrash">{t('untrash')}</PanelButton>}
    </PanelForm>
  );
}

function filledAs(answer: PublishingAnswer | undefined, intents: PublishingIntent[]): FilledAs | undefined {
  return answer && 'form' in answer && intents.includes(answer.intent) ? answer : undefined;
}
