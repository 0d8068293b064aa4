import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLive } from '../../data/live/live-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/kit/tooltip.tsx';
import type { AdminFrameData, AdminLink } from './admin-frame-data.ts';

interface AdminNavigationProps {
  frame: AdminFrameData;
  /** Whether only the icons are shown where the navigation is beside the page. */
  isFolded?: boolean;
  /** Called when a link is followed. */
  onFollow?: () => void;
}

/** The sections of the admin area that the person may open. */
export function AdminNavigation({ frame, isFolded = false, onFollow }: AdminNavigationProps) {
  const t = useTranslations('admin.frame');
  const inbox = useLive('inbox');
  const unfolded = isFolded ? 'lg:sr-only' : '';
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-6 lg:gap-4">
      {frame.navigation.map(({ id, label, links }) => (
        <div key={id} className={isFolded ? 'lg:border-line lg:border-t lg:pt-3 lg:first:border-0 lg:first:pt-0' : ''}>
          {label && (
            <h2 id={`navigation-${id}`} className={`px-3 pb-1 font-semibold text-fine text-ink-soft ${unfolded}`}>
              {label}
            </h2>
          )}
          <ul {...(label && { 'aria-labelledby': `navigation-${id}` })} className="flex flex-col gap-0.5">
            {links.map((link) => (
              <li key={link.href}>
                {isFolded ? (
                  <Tooltip text={link.label} side="right">
                    {sectionLink(link)}
                  </Tooltip>
                ) : (
                  sectionLink(link)
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );

  function sectionLink({ href, label, icon, live, count: loaded = 0 }: AdminLink) {
    const count = (live === 'inbox' ? inbox?.unread : undefined) ?? loaded;
    return (
      <NavLink
        to={href}
        end={href === frame.homeHref}
        onClick={() => onFollow?.()}
        className="relative flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:text-action"
      >
        <Icon icon={icon} className="text-[1.25rem]" />
        <span className={`min-w-0 grow ${unfolded}`}>{label}</span>
        {count > 0 && (
          <span
            className={`rounded-full bg-action px-2 font-semibold text-fine text-on-action tabular-nums ${isFolded ? 'lg:absolute lg:end-0 lg:top-0 lg:px-1' : ''}`}
          >
            {count}
          </span>
        )}
      </NavLink>
    );
  }
}
