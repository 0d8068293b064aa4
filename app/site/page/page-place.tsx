import { useTranslations } from 'use-intl';
import previousIcon from '~icons/lucide/arrow-left';
import nextIcon from '~icons/lucide/arrow-right';
import { useLocale } from '../../i18n/message-provider.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { PageLink, PagePlaceData } from './read-page.ts';

/** Home, what is above, this page: one line, in which the page's own title is shortened first. */
export function Breadcrumbs({ home, above, title }: { home: string; above: PageLink[]; title: string }) {
  const t = useTranslations('common.navigation');
  const { language } = useLocale();
  const link = 'link-quiet block truncate leading-11';
  return (
    <nav lang={language} aria-label={t('breadcrumbs')} data-print="hide" className="mb-3 text-fine text-ink-soft">
      <ol className="flex min-w-0 items-center gap-2">
        <li className="shrink-0">
          <SiteLink to={home} className={link}>
            {t('home')}
          </SiteLink>
        </li>
        {above.map((page) => (
          <li key={page.href} className="flex min-w-0 items-center before:me-2 before:content-['/']">
            <SiteLink to={page.href} className={link}>
              {page.title}
            </SiteLink>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 shrink-[9999] truncate before:me-2 before:content-['/']">
          {title}
        </li>
      </ol>
    </nav>
  );
}

/** The pages below one, and those beside it. */
export function PageSurroundings({ place }: { place: PagePlaceData | undefined }) {
  const t = useTranslations('common.pages');
  if (!place) return null;
  const { below, previous, next } = place;
  return (
    <div data-print="hide" className="mt-12 grid max-w-3xl grid-cols-1 gap-10 empty:hidden">
      {below.length > 0 && (
        <nav aria-labelledby="_below">
          <h2 id="_below" className="font-semibold text-h2">
            {t('below')}
          </h2>
          <ul className="mt-4 border-line border-t">
            {below.map((page) => (
              <li key={page.href} className="group relative border-line border-b py-4">
                <SiteLink
                  to={page.href}
                  className="font-medium text-action underline-offset-4 after:absolute after:inset-0 group-hover:underline"
                >
                  {page.title}
                </SiteLink>
                {page.summary && <p className="mt-1 text-fine text-ink-soft">{page.summary}</p>}
              </li>
            ))}
          </ul>
        </nav>
      )}
      {(previous || next) && (
        <nav aria-label={t('beside')}>
          <ul className="flex flex-wrap justify-between gap-4">
            {previous && <Beside page={previous} rel="prev" />}
            {next && <Beside page={next} rel="next" />}
          </ul>
        </nav>
      )}
    </div>
  );
}

function Beside({ page, rel }: { page: PageLink; rel: 'prev' | 'next' }) {
  const t = useTranslations('common.pages');
  const isNext = rel === 'next';
  return (
    <li className={isNext ? 'ms-auto text-end' : ''}>
      <SiteLink
        to={page.href}
        rel={rel}
        className="inline-flex min-h-11 items-center gap-3 rounded-control border border-line px-4 py-2 hover:border-action hover:text-action"
      >
        {!isNext && <Icon icon={previousIcon} className="rtl:mirrored" />}
        <span>
          <span className="block text-fine text-ink-soft">{t(isNext ? 'next' : 'previous')}</span>
          <span className="font-medium">{page.title}</span>
        </span>
        {isNext && <Icon icon={nextIcon} className="rtl:mirrored" />}
      </SiteLink>
    </li>
  );
}
