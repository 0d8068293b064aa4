import nextIcon from '~icons/lucide/arrow-right';
import firstIcon from '~icons/lucide/chevron-first';
import { Icon } from '../ui/icon.tsx';
import { buttonStyle } from '../ui/kit/button-style.ts';
import { SiteLink } from '../ui/site-link.tsx';

interface PageLink {
  href: string;
  label: string;
}

interface PageLinksProps {
  /** Label of the pagination. */
  label: string;
  first?: PageLink | '' | undefined;
  next?: PageLink | '' | undefined;
}

/** Links to the next page and back to the first; nothing if there is only one page. */
export function PageLinks({ label, first, next }: PageLinksProps) {
  if (!first && !next) return null;
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap gap-3">
      {first && (
        <SiteLink to={first.href} className={buttonStyle('plain')}>
          <Icon icon={firstIcon} className="rtl:-scale-x-100" />
          {first.label}
        </SiteLink>
      )}
      {next && (
        <SiteLink to={next.href} rel="next" className={buttonStyle('plain')}>
          {next.label}
          <Icon icon={nextIcon} className="rtl:-scale-x-100" />
        </SiteLink>
      )}
    </nav>
  );
}
