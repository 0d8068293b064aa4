import { useTranslations } from 'use-intl';
import previousIcon from '~icons/lucide/arrow-left';
import nextIcon from '~icons/lucide/arrow-right';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { Pager } from './pager.ts';

const control =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control border border-line px-3.5 font-medium tabular-nums hover:border-action hover:text-action';

/** Links to the other pages; nothing if there is only one. */
export function PagerNav({ pager }: { pager: Pager }) {
  const t = useTranslations('common.listing');
  if (pager.pages < 2) return null;
  return (
    <nav aria-label={t('pages')} className="mt-12">
      <ul className="flex flex-wrap items-center gap-2">
        {pager.previous && (
          <li>
            <SiteLink to={pager.previous} rel="prev" className={control}>
              <Icon icon={previousIcon} className="rtl:mirrored" />
              {t('previous')}
            </SiteLink>
          </li>
        )}
        {pager.links.map((link, index) =>
          link === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its position
            <li key={`gap-${index}`} aria-hidden="true" className="px-1 text-ink-soft">
              …
            </li>
          ) : (
            <li key={link.page}>
              <SiteLink
                to={link.href}
                aria-label={t('page', { page: link.page })}
                aria-current={link.page === pager.page ? 'page' : undefined}
                className={`${control} aria-[current=page]:border-action aria-[current=page]:bg-action aria-[current=page]:text-on-action`}
              >
                {link.page}
              </SiteLink>
            </li>
          ),
        )}
        {pager.next && (
          <li>
            <SiteLink to={pager.next} rel="next" className={control}>
              {t('next')}
              <Icon icon={nextIcon} className="rtl:mirrored" />
            </SiteLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
