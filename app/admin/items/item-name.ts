import type { ItemCard } from '#core/content/item-card.ts';
import { isFixedPage } from '#core/content/validate-item.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { FIXED_PAGES } from '#core/site/reserved-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createItemsTranslator } from './actions/read-items-messages.ts';

/** How the admin area calls an item. */
export interface ItemName {
  /** Its title, or what it is, for a page that every site has: “Home page”. */
  title: string;
  /** The BCP 47 tag of the title. */
  titleLanguage: string;
  isUntitled: boolean;
  /** Of a page: its address, and its heading where that is not the title. */
  page?: { address: string; heading?: { text: string; language: string } };
}

/** @param above the public pages above a page */
export function nameItem(config: SiteConfig, locale: Locale, card: ItemCard, above?: { slug: string }[]): ItemName {
  const t = createItemsTranslator(locale);
  const titled = [locale, card.sourceLanguage, ...Object.keys(card.languages)].find((code) =>
    card.languages[code]?.title.trim(),
  );
  const own = titled === undefined ? undefined : card.languages[titled]?.title;
  const languageOf = (code: Locale) => localeDefinition(config, code).language;
  const heading = { text: own ?? t('untitled'), language: languageOf(titled ?? locale) };
  const plain = { title: heading.text, titleLanguage: heading.language, isUntitled: own === undefined };
  const type = config.contentTypes.find(({ key }) => key === card.type);
  if (type?.appearsAs !== 'page') return plain;
  const slug = card.languages[locale]?.slug ?? card.languages[card.sourceLanguage]?.slug;
  const address = slug && itemPath(config, locale, { itemId: card.id, type: card.type, slug, above });
  if (!isFixedPage(card)) return { ...plain, ...(address && { page: { address } }) };
  const title = t(`fixedPages.${card.id as (typeof FIXED_PAGES)[number]}`);
  return {
    title,
    titleLanguage: languageOf(locale),
    isUntitled: false,
    page: {
      address: itemPath(config, locale, { itemId: card.id, type: card.type, slug: card.id }),
      ...(own !== undefined && own !== title && { heading }),
    },
  };
}
