import type { ReactNode } from 'react';
import backIcon from '~icons/lucide/chevron-left';
import { Icon } from '../../../ui/icon.tsx';
import { SiteLink } from '../../../ui/site-link.tsx';
import { useDesk } from '../context/desk-context.tsx';

interface DeskBarProps {
  /** At the start: the save state, and who else is here. */
  children?: ReactNode;
  /** At the end: what can be done with the item. */
  actions?: ReactNode;
}

/** The row above the texts, which stays in view. It holds the page's heading for screen readers: the title is a field below. */
export function DeskBar({ children, actions }: DeskBarProps) {
  const { title, typesLabel, paths } = useDesk();
  return (
    <div
      data-desk-bar
      className="@container sticky top-0 z-30 -mx-4 border-line border-b bg-surface px-4 max-[21rem]:px-1 sm:-mx-6 sm:px-6"
    >
      <h1 className="sr-only">{title}</h1>
      <div className="flex min-h-[calc(var(--desk-bar)-1px)] items-center gap-0.5 sm:gap-3">
        <SiteLink
          to={paths.list}
          className="link-quiet inline-flex min-h-11 min-w-11 shrink-0 items-center gap-1 font-medium text-ink-soft hover:text-ink max-sm:hidden"
        >
          <Icon icon={backIcon} className="rtl:-scale-x-100" />
          <span className="@max-5xl:sr-only">{typesLabel}</span>
        </SiteLink>
        {children}
        <div className="ms-auto flex shrink-0 items-center gap-0.5 sm:gap-2">{actions}</div>
      </div>
    </div>
  );
}
