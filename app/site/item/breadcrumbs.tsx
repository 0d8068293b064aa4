import { useTranslations } from 'use-intl';
import { useLocale } from '../../i18n/message-provider.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ItemData } from './read-item.ts';

/** Home, the type's listing, this item: one line, in which the item's title is shortened first. */
export function Breadcrumbs({ type, title }: { type: ItemData['type']; title: string }) {
  const t = useTranslations('common.navigation');
  const { language } = useLocale();
  const link = 'link-quiet block truncate leading-11';
  return (
    <nav lang={language} aria-label={t('breadcrumbs')} data-print="hide" className="mb-3 text-fine text-ink-soft">
      <ol className="flex min-w-0 items-center gap-2">
        <li className="shrink-0">
          <SiteLink to={type.homeHref} className={link}>
            {t('home')}
          </SiteLink>
        </li>
        <li className="flex min-w-0 items-center before:me-2 before:content-['/']">
          <SiteLink to={type.listingHref} className={link}>
            {type.listing}
          </SiteLink>
        </li>
        <li aria-current="page" className="min-w-0 shrink-[9999] truncate before:me-2 before:content-['/']">
          {title}
        </li>
      </ol>
    </nav>
  );
}
