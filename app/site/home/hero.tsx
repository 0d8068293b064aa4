import { useTranslations } from 'use-intl';
import { labelInSentence } from '#core/locales/locale.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { LeadPicture } from '../cards/lead-picture.tsx';
import type { HomeData } from './read-home.ts';

/** The hero section: the site's purpose and two links. */
export function Hero({ home }: { home: HomeData }) {
  const t = useTranslations('common.home');
  const { language } = useLocale();
  const first = home.sections[0];
  const button = 'inline-flex min-h-12 items-center rounded-control px-6 font-semibold';
  return (
    <section className="container-page grid items-center gap-x-14 gap-y-10 pt-10 pb-14 sm:pt-14 lg:grid-cols-[1.05fr_1fr] lg:pt-20 lg:pb-24">
      <div>
        <h1 className="font-semibold text-hero tracking-[-0.025em]">{home.title}</h1>
        <p className="mt-5 max-w-xl text-ink-soft text-lead">{home.summary}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          {first && (
            <SiteLink to={first.href} className={`${button} bg-action text-on-action hover:bg-action-strong`}>
              {t('all', { type: labelInSentence(first.label, language) })}
            </SiteLink>
          )}
          {home.contact && (
            <SiteLink
              to={home.contact.href}
              className={`${button} border border-line-strong hover:border-action hover:text-action`}
            >
              {t('contactAction')}
            </SiteLink>
          )}
        </div>
      </div>
      {home.picture && (
        <LeadPicture picture={home.picture} sizes="(min-width:64rem) 34rem" className="aspect-[3/2] lifted" />
      )}
    </section>
  );
}
