import { useTranslations } from 'use-intl';
import { TextAreaField } from '../../ui/kit/forms/text-area-field.tsx';
import { SelectField } from '../select-field.tsx';
import { Fold } from './fold.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import type { FilledForm } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

interface ReviewFormProps {
  data: PublishingData;
  filled: FilledForm | undefined;
}

/** Asks those who publish to review languages. */
export function ReviewForm({ data, filled }: ReviewFormProps) {
  const t = useTranslations('publishing.review');
  const { reviewable, languages } = data;
  const codes = reviewable.map(({ code }) => code);
  // What is filled in stays when others publish, and is gone once it was sent.
  const sent = languages.filter(({ review }) => review?.isOpen).map(({ code }) => code);
  return (
    <section aria-labelledby="review" className="mt-8">
      <h2 id="review" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <PanelForm data={data} key={sent.join()} className="mt-3 grid max-w-xl gap-3">
        <LanguageChoice
          key={codes.join()}
          legend={t('languages')}
          languages={reviewable}
          chosen={filled?.languages ?? codes}
        />
        {data.reviewers.length > 1 && (
          <SelectField
            id="reviewer"
            name="reviewer"
            label={t('reviewer')}
            none={t('anyone')}
            choices={data.reviewers}
            defaultValue={filled?.reviewer ?? data.lastReviewer}
          />
        )}
        <TextAreaField name="note" label={t('note')} maxLength={data.noteLimit} defaultValue={filled?.note ?? ''} />
        <div>
          <PanelButton tone="action" intent="ask-review">
            {t('submit')}
          </PanelButton>
        </div>
      </PanelForm>
    </section>
  );
}

/** Answers requests for review with a note; nothing if there are none. */
export function SendBackForm({ data, filled }: ReviewFormProps) {
  const t = useTranslations('publishing.review.sendBack');
  const waiting = data.languages.filter(({ review }) => review?.isOpen);
  const codes = waiting.map(({ code }) => code);
  const sent = data.languages.filter(({ review }) => review && !review.isOpen).map(({ code }) => code);
  if (codes.length === 0) return null;
  return (
    <Fold id="send-back" title={t('title')} isOpen={filled !== undefined}>
      <p className="max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <PanelForm data={data} key={sent.join()} className="mt-3 grid max-w-xl gap-3">
        <LanguageChoice
          key={codes.join()}
          legend={t('languages')}
          languages={waiting}
          chosen={filled?.languages ?? codes}
        />
        <TextAreaField
          name="note"
          label={t('note')}
          required
          maxLength={data.noteLimit}
          defaultValue={filled?.note ?? ''}
        />
        <div>
          <PanelButton intent="send-back">{t('submit')}</PanelButton>
        </div>
      </PanelForm>
    </Fold>
  );
}
