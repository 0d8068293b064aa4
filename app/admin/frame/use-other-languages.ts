import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { LocaleDefinition } from '#core/locales/locale.ts';
import { localizePath, splitLocale } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { useLocale } from '../../i18n/message-provider.tsx';

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
