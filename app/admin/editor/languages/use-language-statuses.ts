import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ItemCard } from '#core/content/item-card.ts';
import type { DocumentPath } from '#core/documents/document-store.ts';
import { useItemCard } from '../../managed-item/calm-item.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';

/** The publication state of a language. */
export type KnownStatus = Pick<EditedLanguage, 'code' | 'state' | 'publishedSlug'>;

/**
 * The page's languages with their latest known publication state: as the page was loaded, as its own actions were answered, and as
 * the card of the item tells whoever changes it.
 */
export function useLanguageStatuses(
  given: readonly EditedLanguage[],
  cardPath: DocumentPath,
): [languages: readonly EditedLanguage[], note: (received: readonly KnownStatus[]) => void] {
  const [received, setHeard] = useState<readonly KnownStatus[]>([]);
  const languages = useMemo(() => given.map((language) => withStatus(language, received)), [given, received]);
  const note = useCallback(
    (news: readonly KnownStatus[]) =>
      setHeard((before) => [...before.filter(({ code }) => !news.some((one) => one.code === code)), ...news]),
    [],
  );
  const card = useItemCard(cardPath);
  useEffect(() => {
    if (card) note(statusesOf(card.data));
  }, [card, note]);
  return [languages, note];
}

function statusesOf({ states, languages }: ItemCard): KnownStatus[] {
  return Object.entries(states).map(([code, state]) => {
    const publishedSlug = languages[code]?.publishedSlug;
    return { code, state, ...(publishedSlug !== undefined && { publishedSlug }) };
  });
}

/** @returns the same object if nothing has changed */
export function withStatus(language: EditedLanguage, received: readonly KnownStatus[]): EditedLanguage {
  const now = received.find(({ code }) => code === language.code);
  const isSame = now?.state === language.state && now.publishedSlug === language.publishedSlug;
  if (!now || isSame) return language;
  const { publishedSlug: _, ...rest } = language;
  return { ...rest, state: now.state, ...(now.publishedSlug !== undefined && { publishedSlug: now.publishedSlug }) };
}
