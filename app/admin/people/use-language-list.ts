import { useTranslations } from 'use-intl';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { languageName } from '../../i18n/language-name.ts';
import { useLocale } from '../../i18n/message-provider.tsx';

/** Formats a translator's languages: "español e inglés". Languages that the site no longer has are shown by code. */
export function useLanguageList(): (languages: readonly Locale[]) => string {
  const t = useTranslations('admin.people');
  const { language: inLanguage } = useLocale();
  const nameOf = (code: Locale) =>
    localeSet.locales.some((locale) => locale.code === code)
      ? languageName(inLanguage, localeDefinition(localeSet, code).language)
      : code;
  return (languages) =>
    languages.length === 0 ? t('noLanguages') : new Intl.ListFormat(inLanguage).format(languages.map(nameOf));
}
