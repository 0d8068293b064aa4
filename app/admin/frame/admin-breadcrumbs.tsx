import { Link, useMatches } from 'react-router';
import { useTranslations } from 'use-intl';
import separator from '~icons/lucide/chevron-right';
import { Icon } from '../../ui/icon.tsx';
import type { Breadcrumb } from './admin-frame-data.ts';

/** Breadcrumbs from `breadcrumbs` in the page's loader data: the parent pages, without the page itself. */
export function AdminBreadcrumbs() {
  const t = useTranslations('common.navigation');
  const data = useMatches().at(-1)?.loaderData as { breadcrumbs?: Breadcrumb[] } | undefined;
  const crumbs = data?.breadcrumbs ?? [];
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t('breadcrumbs')} className="mb-2">
      <ol className="flex flex-wrap items-center text-fine text-ink-soft">
        {crumbs.map(({ href, label }) => (
          <li key={href} className="flex items-center">
            <Link to={href} className="link-quiet inline-flex min-h-11 items-center hover:text-ink">
              {label}
            </Link>
            <Icon icon={separator} className="mx-1.5 rtl:-scale-x-100" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
