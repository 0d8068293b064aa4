import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { countWords, readingMinutes } from '#core/content/reading-time.ts';
import { plainText } from '#core/rich-text/plain-text.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';

/** The word count of the text, updated with a debounce. */
export function WordCount({
  desk,
  side,
  language,
}: {
  desk: TranslationDesk;
  side: TranslationSide;
  language: EditedLanguage;
}) {
  const t = useTranslations('editor.text');
  const body = useSyncExternalStore(desk.state.subscribe, () => desk.state.read()?.content[side].body);
  if (!body) return null;
  const text = plainText(body);
  const count = countWords(text);
  return (
    <p className="mt-3 text-fine text-ink-soft">
      {t('words', { count })}
      {count > 0 && <> · {t('minutes', { minutes: readingMinutes(text, language.code) })}</>}
    </p>
  );
}
