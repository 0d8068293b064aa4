import { useTranslations } from 'use-intl';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';

/** The name of a language above its column, and how it stands. */
export function ColumnHeading({ language }: { language: EditedLanguage }) {
  const t = useTranslations('editor');
  const { item } = useDesk();
  return (
    <div className="flex min-h-8 flex-wrap items-baseline gap-x-3 ps-3.5 pt-1.5">
      <h2 id={`column-${language.code}`} className="font-semibold first-letter:uppercase">
        {language.name}
      </h2>
      <p className="text-fine text-ink-soft">
        {t(language.code === item.sourceLanguage ? 'page.source' : 'page.translation')} ·{' '}
        {t(`states.${language.state}`)}
      </p>
      {!language.canEdit && !item.isTrashed && <p className="text-fine text-ink-soft">{t('page.readOnly')}</p>}
    </div>
  );
}
