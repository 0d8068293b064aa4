import { SiteLink } from '../../ui/site-link.tsx';

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
