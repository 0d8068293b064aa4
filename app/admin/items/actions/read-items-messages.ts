import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import type itemWords from '../../../../locales/es/items.json';
import { createNamespaceTranslator, readMessages } from '../../../i18n/server-messages.ts';

/** The messages of the lists and the health board, typed by the Spanish file. */
interface ItemsMessages {
  items: typeof itemWords;
}

declare module '../../../i18n/messages.ts' {
  /** Available only where a page adds them: no other page loads them. */
  interface Messages extends ItemsMessages {}
}

/** The messages that a list shows, without those used only on the server. */
export function readListMessages(locale: Locale): ItemsMessages {
  const { reasons, checks, health, schedule, reviews, place, placeProblems, ...items } = readMessages(locale).items;
  return { items: items as ItemsMessages['items'] };
}

/** The messages of the page on which a page gets another place. */
export function readPlaceMessages(locale: Locale): ItemsMessages {
  const { place } = readMessages(locale).items;
  return { items: { place } as ItemsMessages['items'] };
}

/** The messages that the health board shows. */
export function readHealthMessages(locale: Locale): ItemsMessages {
  const { health, states, untitled } = readMessages(locale).items;
  return { items: { health, states, untitled } as ItemsMessages['items'] };
}

/** The names of the states of a language. */
export function readStateMessages(locale: Locale): ItemsMessages {
  const { states } = readMessages(locale).items;
  return { items: { states } as ItemsMessages['items'] };
}

/** A translator of the `items` messages for loaders and actions. */
export function createItemsTranslator(locale: Locale) {
  return createNamespaceTranslator(locale, 'items');
}

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
