import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import backIcon from '~icons/lucide/chevron-left';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import './desk-bar.css';

interface DeskBarProps {
  /** The list of the item's type. */
  list: { href: string; label: string };
  /** At the start: how the page stands. It may be cut at its end. */
  children?: ReactNode;
  /** At the end: what can be done with the item. */
  actions?: ReactNode;
}

/** The bar of all pages of an item, in one row of one height, which stays in view. What has no room goes into its menu. */
export function DeskBar({ list, children, actions }: DeskBarProps) {
  const t = useTranslations('publishing.tabs');
  return (
    <div
      data-desk-bar
      data-print="hide"
      className="@container sticky top-0 z-30 -mx-4 border-line border-b bg-surface px-4 max-[26rem]:px-1 sm:-mx-6 sm:px-6"
    >
      <div className="flex h-[calc(var(--desk-bar)-1px)] items-center @min-[60rem]:gap-1">
        <SiteLink
          to={list.href}
          aria-label={t('back', { list: list.label })}
          className="link-quiet -ms-2 inline-flex h-11 min-w-11 max-w-40 shrink-0 items-center justify-center gap-1 font-medium text-ink-soft hover:text-ink @max-[36rem]:hidden"
        >
          <Icon icon={backIcon} className="rtl:-scale-x-100" />
          <span className="truncate @max-[80rem]:sr-only">{list.label}</span>
        </SiteLink>
        <div className="flex min-w-0 grow items-center @min-[60rem]:gap-2">{children}</div>
        <div className="flex shrink-0 items-center @min-[60rem]:gap-1.5">{actions}</div>
      </div>
    </div>
  );
}
