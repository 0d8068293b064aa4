import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { createItemsTranslator } from './read-items-messages.ts';

/**
 * What the copy of an item is called, in each language of the site that has a title; no longer than a title may be. What
 * there is in a language that the site has no more keeps its title.
 */
export function titleCopies(languages: { [language: Locale]: { title: string } }): { [language: Locale]: string } {
  return Object.fromEntries(
    localeSet.locales.flatMap(({ code }) => {
      const { title = '' } = languages[code] ?? {};
      if (title.trim() === '') return [];
      return [[code, shorten(createItemsTranslator(code)('row.copyTitle', { title }))]];
    }),
  );
}

/** At the end of a title there may be a character of two units, of which one would be left. */
function shorten(title: string): string {
  const start = title.slice(0, CONTENT_LIMITS.title);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
