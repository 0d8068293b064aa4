import type { ReactNode } from 'react';
import { SiteLink } from '../site-link.tsx';

const tabStyle =
  'inline-flex min-h-11 items-center gap-2 border-transparent border-b-2 px-3 font-medium text-ink-soft hover:text-ink aria-[current=page]:border-action aria-[current=page]:text-action';

interface TabLinksProps {
  /** What the views are of. */
  label: string;
  tabs: { key: string; href: string; isCurrent: boolean; children: ReactNode }[];
  className: string;
}

/** Links to the views of a page, in a row. */
export function TabLinks({ label, tabs, className }: TabLinksProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-1">
        {tabs.map(({ key, href, isCurrent, children }) => (
          <li key={key}>
            <SiteLink to={href} className={tabStyle} {...(isCurrent && { 'aria-current': 'page' as const })}>
              {children}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
