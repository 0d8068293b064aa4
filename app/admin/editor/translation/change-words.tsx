import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { compareTexts, createDiffAllowance } from '../../text-diff/compare-texts.ts';

interface ChangeWordsProps {
  from: string;
  to: string;
  /** The BCP 47 tag of the text's language. */
  language: string;
}

/** A word diff of two texts. Screen readers announce deletions and insertions. */
export function ChangeWords({ from, to, language }: ChangeWordsProps) {
  const t = useTranslations('editor.translation');
  const { parts, isCoarse } = useMemo(
    () => compareTexts(from, to, language, createDiffAllowance()),
    [from, to, language],
  );
  let place = 0;
  return (
    <>
      {isCoarse && <p className="text-ink-soft">{t('coarse')}</p>}
      <p lang={language} className="whitespace-pre-line">
        {parts.map(({ text, change }) => {
          place += text.length + 1;
          if (change === 'same') return text;
          const Tag = change === 'added' ? 'ins' : 'del';
          return (
            <Tag
              key={place}
              className={change === 'added' ? 'rounded-[3px] bg-mark px-0.5 no-underline' : 'px-0.5 text-danger'}
            >
              <span className="sr-only">[{t(change)}: </span>
              {text}
              <span className="sr-only">]</span>
            </Tag>
          );
        })}
      </p>
    </>
  );
}
