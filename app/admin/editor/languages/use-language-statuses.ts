import { useCallback, useMemo, useState } from 'react';
import type { EditedLanguage } from '../context/read-editor.ts';

/** The publication state of a language. */
export type KnownStatus = Pick<EditedLanguage, 'code' | 'state' | 'publishedSlug'>;

/** The page's languages with their latest known publication state. */
export function useLanguageStatuses(
  given: readonly EditedLanguage[],
): [languages: readonly EditedLanguage[], note: (heard: readonly KnownStatus[]) => void] {
  const [heard, setHeard] = useState<readonly KnownStatus[]>([]);
  const languages = useMemo(() => given.map((language) => withStatus(language, heard)), [given, heard]);
  const note = useCallback(
    (news: readonly KnownStatus[]) =>
      setHeard((before) => [...before.filter(({ code }) => !news.some((one) => one.code === code)), ...news]),
    [],
  );
  return [languages, note];
}

/** @returns the same object if nothing has changed */
export function withStatus(language: EditedLanguage, heard: readonly KnownStatus[]): EditedLanguage {
  const now = heard.find(({ code }) => code === language.code);
  const isSame = now?.state === language.state && now.publishedSlug === language.publishedSlug;
  if (!now || isSame) return language;
  const { publishedSlug: _, ...rest } = language;
  return { ...rest, state: now.state, ...(now.publishedSlug !== undefined && { publishedSlug: now.publishedSlug }) };
}
