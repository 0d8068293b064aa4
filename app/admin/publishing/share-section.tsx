import { useTranslations } from 'use-intl';
import { CopyField } from '../../ui/kit/forms/copy-field.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { Fold } from './fold.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import type { PublishingAnswer } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

/** Links that show the draft to anyone who has them. */
export function ShareSection({ data, answer }: { data: PublishingData; answer: PublishingAnswer | undefined }) {
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
