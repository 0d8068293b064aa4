import { diffWords } from 'diff';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';

interface ChangeWordsProps {
  from: string;
  to: string;
  /** The BCP 47 tag of the text's language. */
  language: string;
}

/** A word diff of two texts. Screen readers announce deletions and insertions. */
export function ChangeWords({ from, to, language }: ChangeWordsProps) {
  const t = useTranslations('editor.translation');
  const parts = useMemo(
    () => diffWords(from, to, { intlSegmenter: new Intl.Segmenter(language, { granularity: 'word' }) }),
    [from, to, language],
  );
  let place = 0;
  return (
    <p lang={language} className="whitespace-pre-line">
      {parts.map(({ value, added, removed }) => {
        place += value.length + 1;
        if (added) {
          return (
            <ins key={place} className="rounded-[3px] bg-mark px-0.5 no-underline">
              <span className="sr-only">[{t('added')}: </span>
              {value}
              <span className="sr-only">]</span>
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={place} className="px-0.5 text-danger">
              <span className="sr-only">[{t('removed')}: </span>
              {value}
              <span className="sr-only">]</span>
            </del>
          );
        }
        return value;
      })}
    </p>
  );
}
