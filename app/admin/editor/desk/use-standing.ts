import { useCallback, useMemo, useState } from 'react';
import type { EditedLanguage } from '../context/read-editor.ts';

/** How a language stands on the site. */
export type Standing = Pick<EditedLanguage, 'code' | 'state' | 'publishedSlug'>;

/** The languages of the page as they stand by now, as far as this window has heard, and what it tells of that. */
export function useStanding(
  given: readonly EditedLanguage[],
): [languages: readonly EditedLanguage[], note: (heard: readonly Standing[]) => void] {
  const [heard, setHeard] = useState<readonly Standing[]>([]);
  const languages = useMemo(() => given.map((language) => withStanding(language, heard)), [given, heard]);
  const note = useCallback(
    (news: readonly Standing[]) =>
      setHeard((before) => [...before.filter(({ code }) => !news.some((one) => one.code === code)), ...news]),
    [],
  );
  return [languages, note];
}

/** @returns the very same language where it stands as before */
export function withStanding(language: EditedLanguage, heard: readonly Standing[]): EditedLanguage {
  const now = heard.find(({ code }) => code === language.code);
  const isSame = now?.state === language.state && now.publishedSlug === language.publishedSlug;
  if (!now || isSame) return language;
  const { publishedSlug: _, ...rest } = language;
  return { ...rest, state: now.state, ...(now.publishedSlug !== undefined && { publishedSlug: now.publishedSlug }) };
}
