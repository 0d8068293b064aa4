import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ItemPaths } from './read-managed-item.ts';

/** Links from the text to the other pages of its item, in place of the editor's buttons until it is loaded. */
export function ItemLinks({ paths }: { paths: ItemPaths }) {
  const t = useTranslations('publishing.tabs');
  return (
    <nav aria-label={t('label')} className="flex gap-1 sm:gap-2">
      {(['revisions', 'preview', 'publish'] as const).map((name) => (
        <SiteLink key={name} to={paths[name]} className={`${buttonStyle('plain')} max-sm:px-2 max-sm:text-fine`}>
          {t(name)}
        </SiteLink>
      ))}
    </nav>
  );
}
