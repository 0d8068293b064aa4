import { fileAddress } from '../files/file-name.ts';
import { uploadFor } from '../files/site-file.ts';
import type { Locale } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import { type FieldLink, readFieldLink } from '../rich-text/field-link.ts';
import { itemPath, listingPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { PublishedContent } from './published-content.ts';

/** Where the link of a field leads, as readers of a language get it. */
export interface ShownLink {
  /** What it leads to is called so. */
  label: string;
  href: string;
}

/** What pages of the product are called, in the language. */
export type PageNames = { search: string; feed: string };

/**
 * Where links of fields lead, by their values. Those to what is not public in the language, or not there at all, are left out; whoever
 * shows the others depends on the cards and files that were read, and on no other document.
 */
export async function readLinks(
  content: Pick<PublishedContent, 'cards' | 'files'>,
  config: SiteConfig,
  locale: Locale,
  { values, names }: { values: Iterable<unknown>; names: PageNames },
): Promise<ReadonlyMap<unknown, ShownLink>> {
  const links = [...new Set(values)].flatMap((value) => {
    const link = readFieldLink(value);
    return link ? [{ value, link }] : [];
  });
  const keysOf = (place: FieldLink['to']) =>
    links.flatMap(({ link }) => ('key' in link && link.to === place ? link.key : []));
  const [items, files] = [keysOf('item'), keysOf('file')];
  const [cards, shown] = await Promise.all([
    items.length > 0 ? content.cards(locale, items) : [],
    files.length > 0 ? content.files(files, locale) : new Map<string, never>(),
  ]);
  const cardOf = new Map(cards.map((card) => [card.itemId, card]));
  const show = (link: FieldLink): ShownLink | undefined => {
    switch (link.to) {
      case 'item': {
        const card = cardOf.get(link.key);
        const isPublic = card?.contentLanguage === locale && config.contentTypes.some(({ key }) => key === card.type);
        return isPublic ? { label: card.title, href: itemPath(config, locale, card) } : undefined;
      }
      case 'listing': {
        const type = config.contentTypes.find(({ key }) => key === link.key);
        if (type?.appearsAs !== 'collection' || type.segments[locale] === undefined) return undefined;
        return { label: type.labels.plural[locale] ?? type.key, href: listingPath(config, locale, type.key) };
      }
      case 'page':
        return pageOf(config, locale, link.key, names);
      case 'file': {
        const file = shown.get(link.key);
        if (!file) return undefined;
        return fileLink(link.key, file, locale);
      }
      case 'outside':
        return { label: withoutScheme(link.href), href: link.href };
    }
  };
  return new Map(
    links.flatMap(({ value, link }): [unknown, ShownLink][] => {
      const found = show(link);
      return found ? [[value, found]] : [];
    }),
  );
}

function pageOf(config: SiteConfig, locale: Locale, name: string, names: PageNames): ShownLink | undefined {
  if (name === 'search') return { label: names.search, href: localizePath(config, locale, '/search') };
  if (name === 'feed') return { label: names.feed, href: `/${locale}/feed.xml` };
  const titles = Object.hasOwn(config.pages ?? {}, name) ? config.pages?.[name] : undefined;
  return titles && { label: titles[locale] ?? name, href: localizePath(config, locale, `/${name}`) };
}

type ShownFiles = Awaited<ReturnType<PublishedContent['files']>>;

function fileLink(id: string, { media, file }: NonNullable<ReturnType<ShownFiles['get']>>, locale: Locale): ShownLink {
  const upload = file ? uploadFor(file, locale) : { ...media, media: media.id };
  const isOwn = file?.languages[locale]?.own !== undefined;
  const texts = [file?.languages[locale], file?.languages[file.sourceLanguage]];
  return {
    label: texts.map((text) => text?.title).find(Boolean) ?? upload.name,
    href: fileAddress(id, upload, isOwn ? locale : undefined),
  };
}

/** An address outside as people say it. */
function withoutScheme(href: string): string {
  return href.replace(/^(?:https:\/\/(?:www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '');
}
