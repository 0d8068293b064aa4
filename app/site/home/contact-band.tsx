import { useTranslations } from 'use-intl';
import phoneIcon from '~icons/lucide/phone';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { HomeData } from './read-home.ts';

/** A call to action with texts of the contact page. */
export function ContactBand({ contact }: { contact: NonNullable<HomeData['contact']> }) {
  const t = useTranslations('common.home');
  const { phone } = contact.details;
  return (
    <section aria-labelledby="contact-band" className="container-page pb-16 sm:pb-24">
      <div
        data-theme="dark"
        className="flex flex-wrap items-center justify-between gap-x-12 gap-y-7 rounded-card bg-meki-teal-950 px-7 py-10 text-ink sm:px-12 sm:py-14"
      >
        <div className="max-w-xl">
          <h2 id="contact-band" className="font-semibold text-h2">
            {contact.title}
          </h2>
          <p className="mt-3 text-ink-soft">{contact.summary}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {phone && (
            <a
              href={`tel:${phone.replace(/[^+\d]/g, '')}`}
              className="inline-flex min-h-12 items-center gap-2.5 rounded-control bg-action px-6 font-semibold text-on-action hover:bg-action-strong"
            >
              <Icon icon={phoneIcon} />
              <bdi>{phone}</bdi>
            </a>
          )}
          <SiteLink
            to={contact.href}
            className="inline-flex min-h-12 items-center rounded-control border border-line-strong px-6 font-semibold hover:bg-tint"
          >
            {t('contactAction')}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}
