import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ItemCard } from '#core/content/item-card.ts';
import type { DocumentPath } from '#core/documents/document-store.ts';
import type { Locale } from '#core/locales/locale.ts';
import { useItemCard } from '../../managed-item/calm-item.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { TranslationSide } from '../translation/translation-desk.ts';

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

/** The languages of the two columns. */
interface LanguagePair {
  source: Locale;
  translation: Locale;
}

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

/** The pair to show of the item's languages, the original first: the wanted one, as far as it exists. */
export function pairOf(languages: readonly Locale[], wanted?: Partial<LanguagePair>): LanguagePair {
  const [original = ''] = languages;
  const known = (code: Locale | undefined) => languages.find((one) => one === code);
  const source = known(wanted?.source) ?? original;
  const translation = known(wanted?.translation) ?? languages.find((one) => one !== source) ?? original;
  return arrange(original, source === translation ? { source: original, translation } : { source, translation });
}

/** The pair after a column is given another language: that of the other column changes places with it. */
export function choosePair(
  languages: readonly Locale[],
  pair: LanguagePair,
  side: keyof LanguagePair,
  code: Locale,
): LanguagePair {
  const other = side === 'source' ? 'translation' : 'source';
  const swapped = pair[other] === code ? { [side]: code, [other]: pair[side] } : { ...pair, [side]: code };
  return arrange(languages[0] ?? '', { ...pair, ...swapped });
}

/** The pair with a language that has to be shown. */
export function pairWith(languages: readonly Locale[], pair: LanguagePair, code: Locale | null): LanguagePair {
  if (code === null || !languages.includes(code) || pair.source === code || pair.translation === code) return pair;
  return choosePair(languages, pair, 'translation', code);
}

/** A translation is compared with the original, not the other way round. */
function arrange(original: Locale, { source, translation }: LanguagePair): LanguagePair {
  return translation === original ? { source: translation, translation: source } : { source, translation };
}
