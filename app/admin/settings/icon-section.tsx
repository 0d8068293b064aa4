import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { IconGroupData } from './read-settings.ts';

/** The icons of content types, the navigation and groups of questions, each with a way to choose another. */
export function IconSection({ groups }: { groups: readonly IconGroupData[] }) {
  const t = useTranslations('admin.settings.icons');
  return (
    <section aria-labelledby="icons" className="mt-6">
      <h2 id="icons" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <div className="mt-4 grid gap-8 lg:grid-cols-3">
        {groups.map(({ kind, places }) => (
          <div key={kind}>
            <h3 id={kind} className="font-semibold">
              {t(`kinds.${kind}`)}
            </h3>
            <ul aria-labelledby={kind} className="mt-1 divide-y divide-line">
              {places.map(({ href, label, icon }) => (
                <li key={href} className="flex min-h-13 items-center gap-3 py-1">
                  <span className="size-6 shrink-0 text-[1.5rem] text-action">{icon && <Icon icon={icon} />}</span>
                  <span className="min-w-0 grow break-words">{label}</span>
                  <SiteLink
                    to={href}
                    aria-label={t('changeOf', { place: label })}
                    className="link-quiet inline-flex min-h-11 items-center text-action"
                  >
                    {t('change')}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
