import type { ContentType } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import { itemOfLink } from '../rich-text/link-target.ts';
import { linkTargets } from '../rich-text/links.ts';
import { isRichText, type RichText } from '../rich-text/rich-text.ts';
import { isResourceSegment } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { LanguageContent } from './item.ts';

/** The links in one language of an item. */
export interface ContentLinks {
  /** Unique item ids. */
  items: string[];
  /** Paths of this site. */
  addresses: string[];
  /** The addresses that belong to another language. */
  foreignAddresses: string[];
}

/** The links in the body and the rich text fields of a language. `type` is that of the item, if the site has it. */
export function contentLinks(
  config: SiteConfig,
  type: ContentType | undefined,
  language: Locale,
  content: LanguageContent,
): ContentLinks {
  const hrefs = new Set(richTextsOf(type, content).flatMap(({ text }) => linkTargets(text)));
  const items = new Set<string>();
  const addresses: string[] = [];
  for (const href of hrefs) {
    const item = itemOfLink(href);
    if (item !== undefined) items.add(item);
    else if (href.startsWith('/')) addresses.push(href);
  }
  const foreignAddresses = addresses.filter((href) => isForeignAddress(config, language, href));
  return { items: [...items], addresses, foreignAddresses };
}

/** The body and the rich text fields of a language, with the field names. */
export function richTextsOf(
  type: ContentType | undefined,
  { body, fields }: Pick<LanguageContent, 'body' | 'fields'>,
): { field: string; text: RichText }[] {
  const own = (type?.fields ?? []).flatMap(({ key, kind }) => {
    const value = fields[key];
    return kind === 'rich-text' && isRichText(value) ? [{ field: `field:${key}`, text: value }] : [];
  });
  return [{ field: 'body', text: body }, ...own];
}

/**
 * Whether an address belongs to a page of this site in another language; an address without a prefix belongs to the default
 * language.
 */
export function isForeignAddress(config: SiteConfig, language: Locale, href: string): boolean {
  if (!href.startsWith('/')) return false;
  const [, first = ''] = href.split(/[/?#]/);
  if (isResourceSegment(first)) return false;
  const prefixed = config.locales.find(({ code }) => code === first);
  return (prefixed?.code ?? config.defaultLocale) !== language;
}
