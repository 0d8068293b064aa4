import { useTranslations } from 'use-intl';
import { FactValue, Steps } from './fact-value.tsx';
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
