import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ContactNow } from '#core/public-content/open-state.ts';
import clockIcon from '~icons/lucide/clock';
import mailIcon from '~icons/lucide/mail';
import pinIcon from '~icons/lucide/map-pin';
import phoneIcon from '~icons/lucide/phone';
import profilesIcon from '~icons/lucide/share-2';
import type { IconData } from '../../context/context.ts';
import { Icon } from '../../ui/icon.tsx';
import { OpeningHours } from '../fields/opening-hours.tsx';

/** All contact details and opening hours. */
export function ContactCard({ contact, className = '' }: { contact: ContactNow; className?: string }) {
  const t = useTranslations('common.contact');
  const { phone, email, address, openingHours, exceptionalDays = [], mapUrl, profiles = [] } = contact;
  const hasHours = openingHours.length + exceptionalDays.length > 0;
  if (!phone && !email && !address && !mapUrl && !hasHours && profiles.length === 0) return null;
  return (
    <dl
      className={`grid grid-cols-1 h-fit gap-x-10 gap-y-7 rounded-card border border-line bg-raised p-6 sm:grid-cols-2 sm:p-8 lg:grid-cols-1 ${className}`}
    >
      {phone && (
        <Entry icon={phoneIcon} term={t('phone')}>
          <a
            dir="ltr"
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            className="link-quiet font-semibold text-action text-lead"
          >
            {phone}
          </a>
        </Entry>
      )}
      {email && (
        <Entry icon={mailIcon} term={t('email')}>
          <a href={`mailto:${email}`} className="link-quiet text-action">
            {email}
          </a>
        </Entry>
      )}
      {(address || mapUrl) && (
        <Entry icon={pinIcon} term={t('address')}>
          {address && <address className="whitespace-pre-line not-italic">{address}</address>}
          {mapUrl && (
            <a href={mapUrl} className="link-quiet inline-flex min-h-11 items-center text-action">
              {t('mapLink')}
            </a>
          )}
        </Entry>
      )}
      {hasHours && (
        <Entry icon={clockIcon} term={t('hours')}>
          <OpeningHours contact={contact} />
        </Entry>
      )}
      {profiles.length > 0 && (
        <Entry icon={profilesIcon} term={t('profiles')}>
          <ul>
            {profiles.map(({ name, url }) => (
              <li key={url}>
                <a href={url} className="link-quiet inline-flex min-h-11 items-center wrap-anywhere text-action">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Entry>
      )}
    </dl>
  );
}

function Entry({ icon, term, children }: { icon: IconData; term: string; children: ReactNode }) {
  return (
    <div className="flex gap-3.5">
      <dt className="contents">
        <span className="mt-0.5 text-[1.25rem] text-action">
          <Icon icon={icon} />
        </span>
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="min-w-0 grow">
        <p aria-hidden="true" className="font-medium text-fine text-ink-soft">
          {term}
        </p>
        {children}
      </dd>
    </div>
  );
}
