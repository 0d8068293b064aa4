import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { Notice } from '../../ui/kit/notice.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { AnswerFrame } from './answer-frame.tsx';
import { CheckList } from './check-list.tsx';
import type { DescribedCheck } from './check-sentence.ts';
import { PanelButton, PanelForm, usePanelPlace } from './panel-form.tsx';
import type { PublishingAnswer } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

/** The answer to the last form: why it failed, or a request for confirmation. */
export function AnswerBox({ data, answer }: { data: PublishingData; answer: PublishingAnswer }) {
  if (answer.kind === 'shared' || answer.kind === 'done') {
    return <Notice text={answer.notice} answer={answer} className="mt-4" />;
  }
  if (answer.kind === 'asks') return <Question data={data} answer={answer} />;
  return <Refusal data={data} answer={answer} />;
}

function Refusal({ data, answer }: { data: PublishingData; answer: PublishingAnswer & { kind: 'refused' } }) {
  const [first, ...others] = answer.sentences;
  return (
    <AnswerFrame answer={answer} tone="danger">
      <p className="font-medium">{first}</p>
      {others.length > 0 && (
        <ul className="mt-2 list-disc ps-6">
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <ChecksByLanguage data={data} checks={answer.checks.filter(({ severity }) => severity === 'error')} />
    </AnswerFrame>
  );
}

/** The check results of several languages, each below its name. */
function ChecksByLanguage({ data, checks }: { data: PublishingData; checks: readonly DescribedCheck[] }) {
  return data.languages.map(({ code, name }) => {
    const own = checks.filter(({ language }) => language === code);
    if (own.length === 0) return null;
    return (
      <div key={code} className="mt-3">
        <h3 className="font-semibold first-letter:uppercase">{name}</h3>
        <CheckList checks={own} />
      </div>
    );
  });
}

function Question({ data, answer }: { data: PublishingData; answer: PublishingAnswer & { kind: 'asks' } }) {
  const t = useTranslations('publishing.ask');
  const place = usePanelPlace();
  const { intent, lead, checks, accepted, form } = answer;
  return (
    <AnswerFrame answer={answer} tone="warning">
      <p className="font-semibold text-[1.125rem]">{t(intent)}</p>
      {lead && <p className="mt-1">{lead}</p>}
      <ChecksByLanguage data={data} checks={checks} />
      <PanelForm data={data} className="mt-4 flex flex-wrap gap-3">
        {form.languages.map((code) => (
          <input key={code} type="hidden" name="languages" value={code} />
        ))}
        <input type="hidden" name="date" value={form.date} />
        <input type="hidden" name="occurrence" value={form.occurrence} />
        <input type="hidden" name="time" value={form.time} />
        <input type="hidden" name="accepted" value={accepted} />
        <input type="hidden" name="confirmed" value="yes" />
        <PanelButton tone={intent === 'trash' || intent === 'unpublish' ? 'danger' : 'action'} intent={intent}>
          {t(`confirm.${intent}`)}
        </PanelButton>
        {place ? (
          <button type="button" className={buttonStyle('plain')} onClick={place.dismiss}>
            {t('cancel')}
          </button>
        ) : (
          <SiteLink to={data.paths.publish} className={buttonStyle('plain')}>
            {t('cancel')}
          </SiteLink>
        )}
      </PanelForm>
    </AnswerFrame>
  );
}
