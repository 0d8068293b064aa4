import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LocaleDefinition } from '#core/locales/locale.ts';
import { localizePath, splitLocale } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import languagesIcon from '~icons/lucide/languages';
import { rememberLanguage, useLocale } from '../../i18n/message-provider.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Links to the same page in the other languages. */
export function AdminLanguageSwitcher() {
  const t = useTranslations('admin.frame');
  return (
    <nav aria-label={t('interfaceLanguage')}>
      <ul className="flex">
        {useOtherLanguages().map(({ code, language, name, href, label }) => (
          <li key={code}>
            <Link
              to={href}
              lang={language}
              hrefLang={language}
              title={label}
              onClick={() => rememberLanguage(code)}
              className="flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-1.5 font-medium text-ink-soft hover:bg-sunken hover:text-ink sm:px-3"
            >
              <Icon icon={languagesIcon} className="text-[1.125rem]" />
              <span aria-hidden="true" className="uppercase sm:hidden">
                {code}
              </span>
              <span className="max-sm:sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Another language, with the current page in it. */
interface OtherLanguage extends LocaleDefinition {
  href: string;
  /** Label of the switch, in the current language. */
  label: string;
}

/** The same admin page in the other languages. Unlike public pages, admin pages exist in all of them. */
export function useOtherLanguages(): OtherLanguage[] {
  const t = useTranslations('admin.frame');
  const tLanguages = useTranslations('languages');
  const current = useLocale();
  const { pathname, search } = useLocation();
  const { path } = splitLocale(localeSet, pathname);
  return localeSet.locales
    .filter(({ code }) => code !== current.code)
    .map((locale) => ({
      ...locale,
      href: localizePath(localeSet, locale.code, path) + search,
      label: t('languageTo', { language: tLanguages(locale.code) }),
    }));
}
