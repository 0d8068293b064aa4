import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/icon.tsx';
import type { AdminFrameData } from './admin-frame-data.ts';

interface AdminNavigationProps {
  frame: AdminFrameData;
  /** Called when a link is followed. */
  onFollow?: () => void;
}

/** The sections of the admin area that the person may open. */
export function AdminNavigation({ frame, onFollow }: AdminNavigationProps) {
  const t = useTranslations('admin.frame');
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-6">
      {frame.navigation.map(({ id, label, links }) => (
        <div key={id}>
          {label && (
            <h2 id={`navigation-${id}`} className="px-3 pb-1 font-semibold text-fine text-ink-soft">
              {label}
            </h2>
          )}
          <ul {...(label && { 'aria-labelledby': `navigation-${id}` })} className="flex flex-col gap-0.5">
            {links.map(({ href, label: name, icon, count = 0 }) => (
              <li key={href}>
                <NavLink
                  to={href}
                  end={href === frame.homeHref}
                  onClick={() => onFollow?.()}
                  className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:text-action"
                >
                  <Icon icon={icon} className="text-[1.25rem]" />
                  <span className="min-w-0 grow">{name}</span>
                  {count > 0 && (
                    <span className="rounded-full bg-action px-2 font-semibold text-fine text-on-action tabular-nums">
                      {count}
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
