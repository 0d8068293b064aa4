import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { Locale } from '#core/locales/locale.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { TranslationSide } from '../translation/translation-desk.ts';
import { choosePair, type LanguagePair, pairOf, pairWith } from './language-pair.ts';

type Sides = { [side in TranslationSide]: EditedLanguage };

/** The languages of the columns, remembered per person on this device; an address may ask for another one. */
export function useLanguagePair(
  languages: readonly EditedLanguage[],
): [sides: Sides, choose: (side: TranslationSide, code: Locale) => void] {
  const { user } = useDesk();
  const { search } = useLocation();
  const codes = useMemo(() => languages.map(({ code }) => code), [languages]);
  const key = `meki.desk.languages.${user.id}`;
  const asked = new URLSearchParams(search).get('language');
  const [pair, setPair] = useState(() => pairWith(codes, pairOf(codes, remembered(key)), asked));
  useEffect(() => setPair((before) => pairWith(codes, before, asked)), [codes, asked]);
  const choose = useCallback(
    (side: TranslationSide, code: Locale) => {
      const next = choosePair(codes, pair, side, code);
      setPair(next);
      remember(key, next);
    },
    [codes, pair, key],
  );
  const [source, translation] = [pair.source, pair.translation].map((code) =>
    languages.find((language) => language.code === code),
  );
  if (!source || !translation) throw new Error('The site has no languages');
  const sides = useMemo(() => ({ source, translation }), [source, translation]);
  return [sides, choose];
}

function remembered(key: string): Partial<LanguagePair> | undefined {
  const [source, translation] = (readStored(key) ?? '').split(' ');
  return source && translation ? { source, translation } : undefined;
}

/** The storage may be forbidden: then nothing is remembered. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, { source, translation }: LanguagePair): void {
  try {
    localStorage.setItem(key, `${source} ${translation}`);
  } catch {
    // The choice holds for this window only.
  }
}
