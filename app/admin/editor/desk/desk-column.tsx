import { useTranslations } from 'use-intl';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { Locale } from '#core/locales/locale.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { LanguageColumn, type LanguageColumnProps } from './language-column.tsx';
import { SavedText } from './saved-texts.tsx';

/** More rows than a column has parts: the last one takes what the others need not. */
export const rowsOf = ({ fields }: ContentType): number => 8 + fields.length;

interface DeskColumnProps extends LanguageColumnProps {
  /** Whether it is shown where one language has room. */
  isShown: boolean;
  isLoaded: boolean;
  /** The languages to choose from. */
  languages: readonly EditedLanguage[];
  /** Missing if there is nothing to choose. */
  onChoose: ((code: Locale) => void) | undefined;
}

/** A language beside the other: its heading, and its saved text until its draft is loaded. */
export function DeskColumn({ isShown, isLoaded, languages, onChoose, ...column }: DeskColumnProps) {
  const { type } = useDesk();
  const { language } = column;
  return (
    <section
      data-column={language.code}
      data-shown={isShown}
      aria-labelledby={`column-${language.code}`}
      className="desk-column"
      style={{ gridRow: `span ${rowsOf(type)}` }}
    >
      <ColumnHeading language={language} languages={languages} onChoose={onChoose} />
      {isLoaded ? (
        <LanguageColumn {...column} />
      ) : (
        // Beside all parts of the other language, of which it makes none higher.
        <div style={{ gridRow: '2 / -1' }}>
          <SavedText language={language} />
        </div>
      )}
    </section>
  );
}

/** The name of a language above its column, and how it stands. */
function ColumnHeading({
  language,
  languages,
  onChoose,
}: Pick<DeskColumnProps, 'language' | 'languages' | 'onChoose'>) {
  const t = useTranslations('editor');
  const { item } = useDesk();
  return (
    <div className="flex min-h-8 flex-wrap items-baseline gap-x-3 ps-3.5 pt-1.5">
      <h2 id={`column-${language.code}`} className={onChoose ? 'sr-only' : 'font-semibold first-letter:uppercase'}>
        {language.name}
      </h2>
      {onChoose && (
        <select
          aria-label={t('page.columnLanguage')}
          value={language.code}
          onChange={(event) => onChoose(event.currentTarget.value)}
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
