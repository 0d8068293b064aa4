import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { DashboardData } from './read-dashboard.ts';

/** The next steps for a new owner. */
export function NextStepsCard({ steps }: { steps: DashboardData['steps'] }) {
  const t = useTranslations('admin.dashboard.next');
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next" className="mt-8 rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 id="next" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <ol className="mt-3 grid gap-4">
        {steps.map(({ step, href }, index) => (
          <li key={step} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-tint font-semibold text-action text-fine"
            >
              {index + 1}
            </span>
            <div>
              {href ? (
                <StepLink href={href} leavesAdmin={step === 'look'}>
                  {t(`${step}.title`)}
                </StepLink>
              ) : (
                <p className="font-medium">{t(`${step}.title`)}</p>
              )}
              <p className="text-fine text-ink-soft">
                {t.rich(`${step}.text`, { code: (text) => <code className="break-words">{text}</code> })}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepLink({ href, leavesAdmin, children }: { href: string; leavesAdmin: boolean; children: string }) {
  const className = 'inline-flex min-h-11 items-center font-medium text-action underline underline-offset-4 -my-2';
  if (leavesAdmin) {
    return (
      <a href={href} className={className}>
        {children}
      </a>
    );
  }
  return (
    <SiteLink to={href} className={className}>
      {children}
    </SiteLink>
  );
}
