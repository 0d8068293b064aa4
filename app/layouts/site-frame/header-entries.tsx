import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/icon.tsx';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { FrameData, NavigationEntry } from './frame-data.ts';

type Frame = Pick<FrameData, 'navigation' | 'homeHref'>;

const ENTRY =
  'flex min-h-11 items-center rounded-control px-3 font-medium text-ink-soft leading-tight wrap-break-word hover:bg-sunken hover:text-ink aria-[current]:text-action';

/** The entries of the header side by side; what is below one opens under it. */
export function HeaderRow({ frame }: { frame: Frame }) {
  const { key } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const closeOthers = ({ target }: Event) => {
      for (const open of row.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []) {
        if (!open.contains(target as Node)) open.open = false;
      }
    };
    document.addEventListener('pointerdown', closeOthers);
    return () => document.removeEventListener('pointerdown', closeOthers);
  }, []);
  return (
    // Another list after each navigation: what was open is closed then.
    <ul key={key} ref={row} className="flex items-center gap-0.5">
      {frame.navigation.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
        <li key={index} className="relative flex items-center">
          <EntryLink entry={entry} frame={frame} />
          {entry.below && (
            <details name="header-row" className="group" onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
              <Opener entry={entry} frame={frame} />
              <ul
                // The later ones open towards the middle of the window.
                className={`absolute top-full mt-1 max-h-[calc(100dvh-6rem)] w-max min-w-full max-w-80 overflow-y-auto rounded-card border border-line bg-raised p-1.5 floating ${index * 2 < frame.navigation.length ? 'start-0' : 'end-0'}`}
              >
                <Below entry={entry} frame={frame} />
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The entries of the header below one another, for the menu. The part that the page belongs to is open. */
export function MenuList({ frame }: { frame: Frame }) {
  const currentOf = useCurrent(frame);
  return (
    <ul className="container-page">
      {frame.navigation.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
        <li key={index} className="relative border-line border-b last:border-0">
          <EntryLink entry={entry} frame={frame} className={entry.below && 'me-12'} />
          {entry.below && (
            <details className="group" open={currentOf(entry) !== undefined} onKeyDown={closeOnEscape}>
              <Opener entry={entry} frame={frame} className={entry.href === undefined ? '' : 'absolute end-0 top-0'} />
              <ul className="border-line border-s ms-3 mb-2 ps-2">
                <Below entry={entry} frame={frame} />
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What opens the entries below one: an arrow beside its link, or its label if it has none. */
function Opener({ entry, frame, className = '' }: { entry: NavigationEntry; frame: Frame; className?: string }) {
  const t = useTranslations('common.navigation');
  const current = useCurrent(frame)(entry);
  const { label, href, icon } = entry;
  if (href !== undefined) {
    return (
      <summary
        aria-label={t('below', { label })}
        className={`grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink ${className}`}
      >
        <DisclosureMark />
      </summary>
    );
  }
  return (
    <summary aria-current={current && 'true'} className={`${ENTRY} justify-between gap-1.5 ${className}`}>
      <span className="min-w-0">
        {icon && <Icon icon={icon} className="me-2" />}
        {label}
      </span>
      <DisclosureMark />
    </summary>
  );
}

function Below({ entry, frame }: { entry: NavigationEntry; frame: Frame }) {
  return entry.below?.map((one, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
    <li key={index}>
      <EntryLink entry={one} frame={frame} />
    </li>
  ));
}

function EntryLink({
  entry,
  frame,
  className = '',
}: {
  entry: NavigationEntry;
  frame: Frame;
  className?: string | undefined;
}) {
  const current = useCurrent(frame)(entry);
  const { label, href, icon } = entry;
  if (href === undefined) return null;
  return (
    <SiteLink to={href} aria-current={current} className={`${ENTRY} ${className}`}>
      {icon && <Icon icon={icon} className="me-2" />}
      <span className="min-w-0">{label}</span>
    </SiteLink>
  );
}

/** Says of an entry whether the page is what it leads to, or belongs to that: `page`; or is below it: `true`. */
function useCurrent({ homeHref }: Frame): (entry: NavigationEntry) => 'page' | 'true' | undefined {
  const path = `${useLocation().pathname}/`.toLowerCase();
  const isAt = (href = ''): boolean => {
    const [own = ''] = href.toLowerCase().split(/[?#]/);
    return href === homeHref
      ? path.replace(/\/+$/, '/') === `${own}/`.replace(/\/+$/, '/')
      : path.startsWith(`${own}/`);
  };
  return ({ href, below = [] }) => {
    if (below.some((one) => isAt(one.href))) return 'true';
    return href !== undefined && isAt(href) ? 'page' : undefined;
  };
}

/** Closes what the key was pressed in, and gives the focus back to what opened it. */
export function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { key, currentTarget: opened } = event;
  if (key !== 'Escape' || !opened.open) return;
  event.stopPropagation();
  opened.open = false;
  opened.querySelector('summary')?.focus();
}

/** Closes what the focus has left. Where a browser focuses no links that are clicked, nothing has it then, and all stays open. */
function closeWhenLeft({ currentTarget: opened, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (relatedTarget && !opened.contains(relatedTarget)) opened.open = false;
}
