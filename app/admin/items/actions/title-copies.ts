import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { createItemsTranslator } from './read-items-messages.ts';

/**
 * Titles for the copy of an item, in each language of the site that has a title, within the maximum length. Languages that the
 * site no longer has keep their title.
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

/** Do not split a surrogate pair at the end. */
function shorten(title: string): string {
  const start = title.slice(0, CONTENT_LIMITS.title);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
