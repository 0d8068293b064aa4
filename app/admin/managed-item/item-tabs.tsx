import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ItemPaths } from './read-managed-item.ts';

interface ItemTabsProps {
  paths: ItemPaths;
  /** Whether they are inside another bar. */
  isInBar?: boolean;
}

/** Navigation between the pages of one item. */
export function ItemTabs({ paths, isInBar = false }: ItemTabsProps) {
  const t = useTranslations('publishing.tabs');
  const { pathname } = useLocation();
  const tabs = [
    { href: paths.editor, label: t('text') },
    { href: paths.publish, label: t('publish') },
    { href: paths.revisions, label: t('revisions') },
    { href: paths.preview, label: t('preview') },
  ];
  return (
    <nav aria-label={t('label')} className={isInBar ? '' : 'mt-3 border-line border-b'}>
      <ul className="-mb-px flex flex-wrap sm:gap-x-1">
        {tabs.map(({ href, label }) => (
          <li key={href}>
            <SiteLink
              to={href}
              aria-current={isAt(pathname, href) ? 'page' : undefined}
              className="inline-flex min-h-11 items-center border-transparent border-b-2 px-2 font-medium text-ink-soft max-sm:text-fine max-[21rem]:px-1.5 sm:px-3 hover:text-ink aria-[current]:border-action aria-[current]:text-action"
            >
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whether an address is the current page's, in any language form. */
function isAt(pathname: string, href: string): boolean {
  return pathname === href || pathname.endsWith(href);
}
