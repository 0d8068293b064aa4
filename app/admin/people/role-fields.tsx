import { useTranslations } from 'use-intl';
import { ROLES, type Role } from '#core/accounts/user.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { languageName } from '../../i18n/language-name.ts';
import { useLocale } from '../../i18n/message-provider.tsx';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { FieldErrors } from '../../ui/kit/forms/field.tsx';
import { SelectField } from '../select-field.tsx';

interface RoleFieldsProps {
  /** Ids of the two fields; related ids are derived from them. */
  ids: { role: string; languages: string };
  role: Role;
  languages: readonly Locale[];
  /** The site's languages, with names in the page's language. */
  options: readonly { code: Locale; name: string }[];
  errors: { role?: readonly string[] | undefined; languages?: readonly string[] | undefined };
}

/** Of the sentence about a role: shown while the role is chosen, also without script. */
const SHOWN_WITH: { [role in Role]: string } = {
  viewer: 'hidden group-has-[[value=viewer]:checked]/role:inline',
  author: 'hidden group-has-[[value=author]:checked]/role:inline',
  translator: 'hidden group-has-[[value=translator]:checked]/role:inline',
  editor: 'hidden group-has-[[value=editor]:checked]/role:inline',
  owner: 'hidden group-has-[[value=owner]:checked]/role:inline',
};

/** A role, with a sentence about it, and, if it is translator, the languages. */
export function RoleFields({ ids, role, languages, options, errors }: RoleFieldsProps) {
  const t = useTranslations('admin');
  const errorId = `${ids.languages}-error`;
  return (
    <div className="group/role grid gap-4">
      <SelectField
        id={ids.role}
        name="role"
        label={t('people.role')}
        errors={errors.role}
        defaultValue={role}
        choices={ROLES.map((name) => ({ value: name, label: t(`roles.${name}`) }))}
        hint={ROLES.map((name) => (
          <span key={name} className={SHOWN_WITH[name]}>
            {t(`people.roleHints.${name}`)}
          </span>
        ))}
      />
      <fieldset
        id={ids.languages}
        {...(errors.languages?.length && { 'aria-describedby': errorId })}
        className="hidden group-has-[[value=translator]:checked]/role:block"
      >
        <legend className="font-medium">{t('people.languages')}</legend>
        {options.map(({ code, name }) => (
          <Checkbox
            key={code}
            id={`${ids.languages}-${code}`}
            name="languages"
            value={code}
            label={name}
            defaultChecked={languages.includes(code)}
          />
        ))}
        <FieldErrors id={errorId} errors={errors.languages} />
      </fieldset>
    </div>
  );
}

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
