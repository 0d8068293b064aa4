import { useMatches } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath, urlForms } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { languageName } from '../../i18n/language-name.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { rememberLanguage } from '../../i18n/remember-language.ts';
import type { PageHead } from '../../site/page-head/page-head.ts';
import { SiteLink } from '../../ui/site-link.tsx';

interface LanguageSwitcherProps {
  /** The languages with a published home page. */
  openLanguages: readonly Locale[];
  className?: string | undefined;
}

/**
 * Links to the same page in the other languages; if it does not exist there, to that language's home page. A language that has
 * neither is not offered.
 */
export function LanguageSwitcher({ openLanguages, className }: LanguageSwitcherProps) {
  const t = useTranslations('common.language');
  const current = useLocale();
  const page = usePageHead();
  const offered = localeSet.locales.filter(
    ({ code }) => code !== current.code && (page?.languages[code] !== undefined || openLanguages.includes(code)),
  );
  if (offered.length === 0) return null;
  return (
    <nav aria-label={t('label')} className={className}>
      <ul className="flex">
        {offered.map((locale) => {
          const target = page?.languages[locale.code];
          const href = target === undefined || target === '/' ? homeOf(locale.code) : target;
          return (
            <li key={locale.code}>
              <SiteLink
                to={href}
                lang={locale.language}
                hrefLang={locale.language}
                title={
                  target ? undefined : t('unavailable', { language: languageName(current.language, locale.language) })
                }
                onClick={() => rememberLanguage(locale.code)}
                className="flex min-h-11 items-center rounded-control px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <span aria-hidden="true" className="uppercase sm:hidden">
                  {locale.code}
                </span>
                <span className="max-sm:sr-only">{locale.name}</span>
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The home page with its explicit prefix, since `/` redirects to the stored language. */
function homeOf(locale: string): string {
  return urlForms(localeSet, '/').find((form) => form === `/${locale}`) ?? localizePath(localeSet, locale, '/');
}

function usePageHead(): PageHead | undefined {
  const data = useMatches().at(-1)?.loaderData as { head?: PageHead } | undefined;
  return data?.head;
}
