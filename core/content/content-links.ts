import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import { type FieldLink, itemOfLink, LINKED_PAGES, readFieldLink } from '../rich-text/link-target.ts';
import { isRichText, linkTargets, type RichText } from '../rich-text/rich-text.ts';
import { isResourceSegment } from '../site/reserved-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { FieldValues, Item, LanguageContent } from './item.ts';

/** The links in one language of an item. */
export interface ContentLinks {
  /** Unique item ids. */
  items: string[];
  /** Paths of this site. */
  addresses: string[];
  /** The addresses that belong to another language. */
  foreignAddresses: string[];
  /** Links of fields to what the configuration no longer has. */
  lost: number;
}

/**
 * The links in the body and the fields of a language, and in the fields that all languages share. `type` is that of the item, if the
 * site has it.
 */
export function contentLinks(
  config: SiteConfig,
  type: ContentType | undefined,
  language: Locale,
  { fields, languages }: Pick<Item, 'fields' | 'languages'>,
): ContentLinks {
  const content = languages[language];
  const links = fieldLinks(type, content ? [fields, content.fields] : []);
  const texts = content ? richTextsOf(type, content) : [];
  const hrefs = new Set(texts.flatMap(({ text }) => linkTargets(text)));
  const items = new Set(links.flatMap(({ link }) => (link.to === 'item' ? link.key : [])));
  const addresses: string[] = [];
  for (const href of hrefs) {
    const item = itemOfLink(href);
    if (item !== undefined) items.add(item);
    else if (href.startsWith('/')) addresses.push(href);
  }
  const foreignAddresses = addresses.filter((href) => isForeignAddress(config, language, href));
  const lost = links.filter(({ link }) => isLost(config, link)).length;
  return { items: [...items], addresses, foreignAddresses, lost };
}

/** The links in fields, also those in records, with the key of each field. Of the same place, those of all languages first. */
export function fieldLinks(
  type: Pick<ContentType, 'fields'> | undefined,
  values: readonly FieldValues[],
): { field: string; link: FieldLink }[] {
  return (type?.fields ?? []).flatMap((field) =>
    values.flatMap((own) => linksIn(field, own[field.key]).map((link) => ({ field: `field:${field.key}`, link }))),
  );
}

function linksIn(field: FieldDefinition, value: FieldValues[string] | undefined): FieldLink[] {
  if (field.kind === 'link') return [readFieldLink(value)].filter((link) => link !== undefined);
  if (field.kind !== 'list' || !Array.isArray(field.of) || !Array.isArray(value)) return [];
  const { of: members } = field;
  return value.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    return members.flatMap((member) => linksIn(member, entry[member.key]));
  });
}

/** Whether a link leads to a listing or a page that the configuration does not have. */
export function isLost({ contentTypes, pages = {} }: SiteConfig, link: FieldLink): boolean {
  if (link.to === 'listing')
    return !contentTypes.some(({ key, appearsAs }) => key === link.key && appearsAs === 'collection');
  if (link.to !== 'page') return false;
  return !(LINKED_PAGES as readonly string[]).includes(link.key) && !Object.hasOwn(pages, link.key);
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
