import { useTranslations } from 'use-intl';
import errorIcon from '~icons/lucide/circle-alert';
import fineIcon from '~icons/lucide/circle-check';
import warningIcon from '~icons/lucide/triangle-alert';
import { Icon } from '../../ui/icon.tsx';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { ReviewTalk } from '../managed-item/review-talk.tsx';
import { STATE_ICONS } from '../state-mark.tsx';
import { CheckList } from './check-list.tsx';
import type { DescribedCheck } from './check-sentence.ts';
import { PanelButton, PanelForm } from './panel-form.tsx';
import type { PublishableLanguage, PublishingData } from './read-publishing.ts';

interface LanguageRowProps {
  language: PublishableLanguage;
  data: PublishingData;
  /** Where it can be chosen: in the form that publishes. */
  choice?: { formId: string; isChosen: boolean };
}

/** One language: whether it is chosen, its publication state, check results and schedule. */
export function LanguageRow({ language, data, choice }: LanguageRowProps) {
  const t = useTranslations('publishing.language');
  const { code, name, state, facts, publicHref, failure, review, scheduled } = language;
  const headingId = `standing-${code}`;
  return (
    <section aria-labelledby={headingId} className="px-4 pt-1.5 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id={headingId} className="font-semibold">
          {choice ? (
            <Checkbox
              key={`${data.seen.stamp} ${choice.isChosen}`}
              form={choice.formId}
              name="languages"
              value={code}
              label={name}
              defaultChecked={choice.isChosen}
            />
          ) : (
            <span className="flex min-h-11 items-center">
              <span className="first-letter:uppercase">{name}</span>
            </span>
          )}
        </h3>
        <StateBadge state={state} />
      </div>
      <div className={`grid justify-items-start gap-2 ${choice ? 'ps-9' : ''}`}>
        {facts.length > 0 && (
          <div className="grid gap-1 text-fine text-ink-soft">
            {facts.map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
          </div>
        )}
        {publicHref && (
          <a
            href={publicHref}
            className="inline-flex min-h-6 pointer-coarse:min-h-11 items-center text-action text-fine underline underline-offset-4"
          >
            {t('see')}
          </a>
        )}
        {failure && (
          <p className="flex items-start gap-2 font-medium text-danger text-fine">
            <Icon icon={errorIcon} className="mt-[0.2em]" />
            {failure}
          </p>
        )}
        {review && (
          <div className="border-action border-s-4 ps-3">
            <ReviewTalk review={review} />
            {review.canWithdraw && !data.isTrashed && (
              <PanelForm data={data} className="mt-2">
                <input type="hidden" name="languages" value={code} />
                <PanelButton intent="withdraw-review">{t('withdraw', { language: name })}</PanelButton>
              </PanelForm>
            )}
          </div>
        )}
        {data.may.schedule && (scheduled.length > 0 || failure) && (
          <div className="flex flex-wrap gap-2">
            {scheduled.map((action) => (
              <CancelForm
                key={action}
                data={data}
                code={code}
                action={action}
                label={t(action === 'publish' ? 'cancelPublish' : 'cancelUnpublish', { language: name })}
              />
            ))}
            {scheduled.length === 0 && (
              <CancelForm data={data} code={code} action="publish" label={t('dismiss', { language: name })} />
            )}
          </div>
        )}
        {state !== 'missing' && !data.isTrashed && <Checks language={language} />}
      </div>
    </section>
  );
}

/** What stands in the way of publishing a language, what to look at before, or that it is fine. */
function Checks({ language: { state, checks } }: Pick<LanguageRowProps, 'language'>) {
  const t = useTranslations('publishing.language');
  const errors = checks.filter(({ severity }) => severity === 'error');
  const warnings = checks.filter(({ severity }) => severity === 'warning');
  return (
    <>
      {errors.length > 0 && (
        <Found tone="text-danger" icon={errorIcon} title={t('errors', { count: errors.length })} checks={errors} />
      )}
      {warnings.length > 0 && (
        <Found
          tone="text-warning"
          icon={warningIcon}
          title={t('warnings', { count: warnings.length })}
          checks={warnings}
        />
      )}
      {checks.length === 0 && (
        <p className="flex items-start gap-2 text-fine text-success">
          <Icon icon={fineIcon} className="mt-[0.3em]" />
          {state === 'published' ? t('same') : t('fine')}
        </p>
      )}
    </>
  );
}

/** The state of a language, as an icon with a label. */
function StateBadge({ state }: { state: PublishableLanguage['state'] }) {
  const t = useTranslations('publishing.states');
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-tint px-3 py-1 font-medium text-fine">
      <Icon icon={STATE_ICONS[state]} />
      {t(state)}
    </span>
  );
}

interface FoundProps {
  tone: 'text-danger' | 'text-warning';
  icon: typeof errorIcon;
  title: string;
  checks: DescribedCheck[];
}

/** Check results under a heading with their severity. */
function Found({ tone, icon, title, checks }: FoundProps) {
  return (
    <div className="text-fine">
      <p className={`flex items-start gap-2 font-medium ${tone}`}>
        <Icon icon={icon} className="mt-[0.3em]" />
        {title}
      </p>
      <CheckList checks={checks} />
    </div>
  );
}

interface CancelFormProps {
  data: PublishingData;
  code: string;
  action: 'publish' | 'unpublish';
  label: string;
}

function CancelForm({ data, code, action, label }: CancelFormProps) {
  return (
    <PanelForm data={data}>
      <input type="hidden" name="languages" value={code} />
      <input type="hidden" name="actions" value={action} />
      <PanelButton intent="cancel">{label}</PanelButton>
    </PanelForm>
  );
}
