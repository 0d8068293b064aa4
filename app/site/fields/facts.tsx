import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { Fact } from './read-fields.ts';

/** An item's fields: short ones side by side, steps as a numbered list below. */
export function Facts({ facts, className = '' }: { facts: Fact[]; className?: string }) {
  const t = useTranslations('common.item');
  const short = facts.filter((fact) => 'value' in fact);
  const lists = facts.filter((fact) => 'steps' in fact);
  return (
    <section aria-label={t('facts')} className={`rounded-card border border-line bg-raised ${className}`}>
      {short.length > 0 && (
        <dl className="grid overflow-hidden rounded-card [grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))] sm:[grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr))]">
          {short.map(({ label, value, href }) => (
            <div key={label} className="-me-px -mb-px border-line border-e border-b px-5 py-4">
              <dt className="text-fine text-ink-soft">{label}</dt>
              <dd className="mt-0.5 font-semibold first-letter:uppercase">
                <FactValue value={value} href={href} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {lists.map(({ label, steps }) => (
        <div key={label} className="border-line border-t p-5 first:border-t-0">
          <h2 className="font-semibold text-h3">{label}</h2>
          <Steps steps={steps} />
        </div>
      ))}
    </section>
  );
}

/** A value in its own direction: a telephone number stays as it is between right-to-left words. */
export function FactValue({ value, href }: { value: string; href?: string | undefined }) {
  if (href === undefined) return <bdi>{value}</bdi>;
  return (
    <SiteLink to={href} className="link-quiet text-action">
      {value}
    </SiteLink>
  );
}

/** A numbered list. */
export function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="mt-3 grid grid-cols-1 gap-x-10 gap-y-3 sm:grid-cols-2">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3.5">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-tint font-semibold text-action text-fine"
          >
            {index + 1}
          </span>
          <span className="min-w-0 pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  );
}
