import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import languagesIcon from '~icons/lucide/languages';
import { rememberLanguage } from '../../i18n/remember-language.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOtherLanguages } from './use-other-languages.ts';

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
