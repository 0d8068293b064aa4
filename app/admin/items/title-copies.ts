import { CONTENT_LIMITS } from '#core/content/limits.ts';
import type { Locale } from '#core/locales/locale.ts';
import { createItemsTranslator } from './read-items-messages.ts';

/** What the copy of an item is called, in each language that has a title; no longer than a title may be. */
export function titleCopies(languages: { [language: Locale]: { title: string } }): { [language: Locale]: string } {
  const titled = Object.entries(languages).filter(([, { title }]) => title.trim() !== '');
  return Object.fromEntries(
    titled.map(([language, { title }]) => [
      language,
      createItemsTranslator(language)('row.copyTitle', { title }).slice(0, CONTENT_LIMITS.title),
    ]),
  );
}
