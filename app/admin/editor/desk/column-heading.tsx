import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';

interface ColumnHeadingProps {
  language: EditedLanguage;
  /** The languages to choose from, if there are more than two. */
  languages?: readonly EditedLanguage[];
  onChoose?: (code: Locale) => void;
}

/** The name of a language above its column, and how it stands. */
export function ColumnHeading({ language, languages, onChoose }: ColumnHeadingProps) {
  const t = useTranslations('editor');
  const { item } = useDesk();
  return (
    <div className="flex min-h-8 flex-wrap items-baseline gap-x-3 ps-3.5 pt-1.5">
      <h2 id={`column-${language.code}`} className={languages ? 'sr-only' : 'font-semibold first-letter:uppercase'}>
        {language.name}
      </h2>
      {languages && (
        <select
          aria-label={t('page.columnLanguage')}
          value={language.code}
          onChange={(event) => onChoose?.(event.currentTarget.value)}
          className="-ms-1 min-h-11 rounded-control border border-line bg-raised px-2 font-semibold text-ink"
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
      <p className="text-fine text-ink-soft">
        {t(language.code === item.sourceLanguage ? 'page.source' : 'page.translation')} ·{' '}
        {t(`states.${language.state}`)}
      </p>
      {!language.canEdit && !item.isTrashed && <p className="text-fine text-ink-soft">{t('page.readOnly')}</p>}
    </div>
  );
}
