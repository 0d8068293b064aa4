import { visibleText } from '../content-types/invisible-text.ts';
import type { JsonValue } from '../documents/document-store.ts';
import { fileAddress } from '../files/file-name.ts';
import { uploadFor } from '../files/site-file.ts';
import type { Locale } from '../locales/locale.ts';
import { localizePath } from '../locales/localized-path.ts';
import { type FieldLink, readFieldLink } from '../rich-text/link-target.ts';
import { itemPath, listingPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { IS_BELOW, SITE_NAVIGATION } from '../site/site-navigation-type.ts';
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

/** An entry of a menu as readers of a language get it: a link, or the heading of those below it. */
export interface MenuEntry {
  label: string;
  href?: string;
  /** Where it leads, as a field has it. */
  target?: string;
  below: MenuEntry[];
}

/** The menus that the owner published; each is empty if its list is, or nothing is published. */
interface Menus {
  header: MenuEntry[];
  footer: MenuEntry[];
  legal: MenuEntry[];
}

/** An entry as it is stored. Fields of a type that was changed may hold anything. */
interface StoredEntry {
  target: string | undefined;
  label: string;
  isBelow: boolean;
}

/**
 * The menus in a language. A label follows the title of what its entry leads to, unless it has its own. An entry whose target is not
 * public in the language is left out; what stands below it moves up.
 */
export async function readMenus(
  content: Pick<PublishedContent, 'siteValues' | 'cards' | 'files'>,
  config: SiteConfig,
  locale: Locale,
  names: PageNames,
): Promise<Menus> {
  const { header, footer, legal } = await content.siteValues(locale, SITE_NAVIGATION);
  const menus = { header: storedEntries(header), footer: storedEntries(footer), legal: storedEntries(legal) };
  const values = Object.values(menus).flatMap((entries) => entries.map(({ target }) => target));
  const links = await readLinks(content, config, locale, { values, names });
  return {
    header: menuOf(menus.header, links),
    footer: menuOf(menus.footer, links),
    legal: menuOf(menus.legal, links).filter(({ href }) => href !== undefined),
  };
}

function storedEntries(list: JsonValue | undefined): StoredEntry[] {
  return (Array.isArray(list) ? list : []).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const { target, label, [IS_BELOW]: isBelow } = entry;
    return {
      target: typeof target === 'string' ? target : undefined,
      label: visibleText(label),
      isBelow: isBelow === true,
    };
  });
}

function menuOf(entries: readonly StoredEntry[], links: ReadonlyMap<unknown, ShownLink>): MenuEntry[] {
  const menu: MenuEntry[] = [];
  let parent: MenuEntry | undefined;
  for (const { target, label, isBelow } of entries) {
    const link = links.get(target);
    const isShown = link !== undefined || (target === undefined && label !== '');
    const entry: MenuEntry | undefined = isShown
      ? {
          label: label || (link?.label ?? ''),
          ...(link && { href: link.href }),
          ...(target !== undefined && { target }),
          below: [],
        }
      : undefined;
    if (!isBelow) parent = entry;
    if (entry) (isBelow && parent ? parent.below : menu).push(entry);
  }
  // A heading without a link of its own stands for nothing where nothing is below it.
  const isUseful = ({ href, below }: MenuEntry) => href !== undefined || below.length > 0;
  return menu.map((entry) => ({ ...entry, below: entry.below.filter(isUseful) })).filter(isUseful);
}
