import { useTranslations } from 'use-intl';
import newIcon from '~icons/lucide/plus';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import type { DashboardData } from './read-dashboard.ts';

/** Links to create an item of each type. */
export function CreateLinks({ links }: { links: DashboardData['newItems'] }) {
  const t = useTranslations('admin.dashboard');
  return (
    <nav aria-label={t('create')} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ href, label }) => (
          <li key={href}>
            <SiteLink to={href} className={buttonStyle('plain')}>
              <Icon icon={newIcon} />
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
