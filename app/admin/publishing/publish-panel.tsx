import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { CopyField } from '../../ui/kit/forms/copy-field.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { TextAreaField } from '../../ui/kit/forms/text-area-field.tsx';
import { SelectField } from '../select-field.tsx';
import { AnswerBox } from './answer-box.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { LanguageRow } from './language-row.tsx';
import { PanelButton, PanelForm } from './panel-form.tsx';
import type { FilledForm, PublishingAnswer, PublishingIntent } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';
import { type FilledAs, TimedButtons } from './timed-buttons.tsx';

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

interface PublishFormProps {
  data: PublishingData;
  /** The languages are chosen in their rows. */
  id: string;
  filled: FilledAs | undefined;
}

/** Publishes the chosen languages together, now or at a time. */
function PublishForm({ data, id, filled }: PublishFormProps) {
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
function TakeOffForm({ data, filled }: { data: PublishingData; filled: FilledAs | undefined }) {
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

/** Links that show the draft to anyone who has them. */
function ShareSection({ data, answer }: { data: PublishingData; answer: PublishingAnswer | undefined }) {
  const t = useTranslations('publishing.share');
  const { shareable, previews, days } = data;
  return (
    <Fold
      id="sharing"
      title={t('title')}
      isOpen={answer?.kind === 'shared' || (answer?.kind === 'refused' && answer.intent === 'share')}
    >
      <p className="max-w-[65ch] text-ink-soft">{t('lead')}</p>
      {answer?.kind === 'shared' && <SharedLink url={answer.url} />}
      <PanelForm data={data} className="mt-3 grid gap-3">
        <LanguageChoice legend={t('languages')} languages={shareable} chosen={shareable.map(({ code }) => code)} />
        <div className="max-w-[12rem]">
          <TextField
            type="number"
            name="days"
            label={t('days')}
            required
            min={days.least}
            max={days.most}
            defaultValue={days.usual}
          />
        </div>
        <div>
          <PanelButton intent="share">{t('submit')}</PanelButton>
        </div>
      </PanelForm>
      <h3 className="mt-5 font-semibold">{t('links')}</h3>
      {previews.length === 0 && <p className="mt-1 text-ink-soft">{t('none')}</p>}
      <ul className="mt-1 grid gap-2">
        {previews.map(({ id, sentence, ended, created }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-line border-b py-2">
            <span className="min-w-0">
              {sentence}
              {ended && <span className="block font-semibold">{ended}</span>}
            </span>
            <PanelForm data={data}>
              <input type="hidden" name="preview" value={id} />
              <PanelButton tone="danger" intent="revoke">
                {t('revoke')} <span className="sr-only">{t('revokeOf', { created })}</span>
              </PanelButton>
            </PanelForm>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function SharedLink({ url }: { url: string }) {
  const t = useTranslations('publishing.share');
  const texts = { copy: t('copy'), copied: t('copied'), copyByHand: t('copyByHand') };
  return <CopyField name="link" label={t('link')} value={url} texts={texts} />;
}

interface ReviewFormProps {
  data: PublishingData;
  filled: FilledForm | undefined;
}

/** Asks those who publish to review languages. */
function ReviewForm({ data, filled }: ReviewFormProps) {
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
function SendBackForm({ data, filled }: ReviewFormProps) {
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

interface FoldProps {
  id: string;
  title: string;
  /** Whether it is unfolded, as where its form was answered; it is never folded again by itself. */
  isOpen: boolean;
  children: ReactNode;
}

/** A part of the panel that is needed less often. */
function Fold({ id, title, isOpen, children }: FoldProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setUnfolded(true);
  }, [isOpen]);
  return (
    <section aria-labelledby={id} className="border-line border-t last:border-b">
      <details className="group" open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 font-semibold">
          <h2 id={id}>{title}</h2>
          <DisclosureMark />
        </summary>
        <div className="pt-1 pb-5">{children}</div>
      </details>
    </section>
  );
}
