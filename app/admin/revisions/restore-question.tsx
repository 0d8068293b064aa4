import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { AnswerFrame } from '../publishing/answer-frame.tsx';
import { LanguageChoice } from '../publishing/language-choice.tsx';
import type { RevisionsAnswer } from './revisions-answer.ts';

interface RestoreQuestionProps {
  answer: RevisionsAnswer & { kind: 'asks' };
  cancelHref: string;
}

/** Asks whether, and which parts of, an older state should replace the draft. */
export function RestoreQuestion({ answer, cancelHref }: RestoreQuestionProps) {
  const t = useTranslations('publishing.revisions.ask');
  const { entry, lead, languages } = answer;
  return (
    <AnswerFrame answer={answer} tone="warning">
      <p className="font-semibold text-[1.125rem]">{t('title')}</p>
      <p className="mt-1 max-w-[65ch]">{lead}</p>
      <Form method="post" className="mt-3 grid gap-2">
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="entry" value={entry} />
        <input type="hidden" name="confirmed" value="yes" />
        <LanguageChoice legend={t('languages')} languages={languages} chosen={languages.map(({ code }) => code)} />
        <Checkbox name="shared" value="yes" label={t('shared')} defaultChecked />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{t('confirm')}</SubmitButton>
          <SiteLink to={cancelHref} className={buttonStyle('plain')}>
            {t('cancel')}
          </SiteLink>
        </div>
      </Form>
    </AnswerFrame>
  );
}
