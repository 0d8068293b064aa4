import { useTranslations } from 'use-intl';
import errorIcon from '~icons/lucide/circle-alert';
import fineIcon from '~icons/lucide/circle-check';
import warningIcon from '~icons/lucide/triangle-alert';
import { Icon } from '../../ui/icon.tsx';
import { ReviewTalk } from '../managed-item/review-talk.tsx';
import { STATE_ICONS } from '../state-mark.tsx';
import { CheckList } from './check-list.tsx';
import type { ToldCheck } from './check-sentence.ts';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import type { PublishableLanguage, PublishingData } from './read-publishing.ts';

/** The publication state, check results and schedule of one language. */
export function LanguageCard({ language, data }: { language: PublishableLanguage; data: PublishingData }) {
  const t = useTranslations('publishing.language');
  const { code, name, state, facts, publicHref, failure, review, checks, scheduled } = language;
  const errors = checks.filter(({ severity }) => severity === 'error');
  const warnings = checks.filter(({ severity }) => severity === 'warning');
  const headingId = `standing-${code}`;
  return (
    <section aria-labelledby={headingId} className="rounded-card border border-line bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={headingId} className="font-semibold text-[1.125rem] first-letter:uppercase">
          {name}
        </h3>
        <StateBadge state={state} />
      </div>
      {facts.map((fact) => (
        <p key={fact} className="mt-2 text-fine text-ink-soft">
          {fact}
        </p>
      ))}
      {publicHref && (
        <a href={publicHref} className="link-quiet inline-flex min-h-11 items-center text-action text-fine">
          {t('see')}
        </a>
      )}
      {failure && (
        <p className="mt-2 flex items-start gap-2 font-medium text-danger text-fine">
          <Icon icon={errorIcon} className="mt-[0.2em]" />
          {failure}
        </p>
      )}
      {review && (
        <div className="mt-2 border-action border-s-4 ps-3">
          <ReviewTalk review={review} />
          {review.canWithdraw && !data.isTrashed && (
            <PanelForm data={data} className="mt-2">
              <input type="hidden" name="languages" value={code} />
              <PanelButton intent="withdraw-review">{t('withdraw', { language: name })}</PanelButton>
            </PanelForm>
          )}
        </div>
      )}
      {data.may.schedule && (
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
          {failure && scheduled.length === 0 && (
            <CancelForm data={data} code={code} action="publish" label={t('dismiss', { language: name })} />
          )}
        </div>
      )}
      {state !== 'missing' && !data.isTrashed && (
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
            <p className="mt-3 flex items-start gap-2 font-medium text-success">
              <Icon icon={fineIcon} className="mt-[0.3em]" />
              {state === 'published' ? t('same') : t('fine')}
            </p>
          )}
        </>
      )}
    </section>
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
  checks: ToldCheck[];
}

/** Check results under a heading with their severity. */
function Found({ tone, icon, title, checks }: FoundProps) {
  return (
    <div className="mt-3">
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
    <PanelForm data={data} className="mt-2">
      <input type="hidden" name="languages" value={code} />
      <input type="hidden" name="actions" value={action} />
      <PanelButton intent="cancel">{label}</PanelButton>
    </PanelForm>
  );
}
