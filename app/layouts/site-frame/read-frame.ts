import { brandCss } from '#core/content-types/brand-scale.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { ContactNow } from '#core/public-content/open-state.ts';
import type { ShownMedia } from '#core/public-content/published-content.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import { type MenuEntry, readMenus } from '#core/public-content/read-links.ts';
import { type Notice, readNotices } from '#core/public-content/read-notices.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import { drawingOf, type IconData, type PageServices } from '../../context/context.ts';
import { createServerTranslator } from '../../i18n/server-messages.ts';
import { findPage } from '../../site/page/read-page.ts';
import { type PictureData, pictureData } from '../../site/pictures/picture-data.ts';

export interface NavigationLink {
  label: string;
  href: string;
  /** Only if the team chose one. */
  icon?: IconData;
}

/** An entry of a menu: a link, or the heading of the links below it. */
export type NavigationEntry = Omit<NavigationLink, 'href'> & { href?: string; below?: NavigationLink[] };

/** The logo that the owner chose, on light and dark backgrounds. */
interface LogoData {
  light: PictureData;
  dark: PictureData;
  /** Whether the name stands in it, and not beside it. */
  hasName: boolean;
}

/** The frame of every page in one language. */
export interface FrameData {
  name: string;
  /** Where the name has no room. */
  shortName?: string;
  logo?: LogoData;
  /** The variables of the color that the owner chose, in place of those of the style sheet. */
  colors?: string;
  /** The addresses of the icon that the owner chose: for tabs, and for the screen of a phone. */
  icons?: { tab: string; touch: string };
  homeHref: string;
  /** The languages with a published home page. */
  openLanguages: Locale[];
  searchHref: string;
  feedHref: string;
  navigation: NavigationEntry[];
  /** The columns of the footer, if the owner made some. */
  footer?: NavigationEntry[];
  /** Pages for a footer without columns that are not in the header. */
  furtherPages: NavigationLink[];
  /** The line below the footer. */
  legal: NavigationLink[];
  contact: ContactNow;
  /** Those of all pages of the language; a page shows those that are about it. */
  notices: Notice[];
}

const CONTACT_PAGE = 'contact';

/** Pages that are always in a footer without columns of the owner. */
const FOOTER_PAGES = ['privacy-policy'];

/** Loads the frame of every page in a language. */
export async function readFrame(services: PageServices, locale: Locale): Promise<FrameData> {
  const { config, content } = services;
  const logo = config.logo ?? config.logoDark;
  const t = createServerTranslator(locale);
  const names = { search: t('search.title'), feed: t('footer.feed') };
  const [notices, menus, homes, contact, icons] = await Promise.all([
    readNotices(content, config, locale, { names, now: Date.now() }),
    readMenus(content, config, locale, names),
    content.alternates('home'),
    findContactDetails(services, locale),
    content.icons(),
  ]);
  const { links, furtherPages } = await readFileMenu(services, locale, {
    isHeader: menus.header.length === 0,
    isFooter: menus.footer.length === 0,
  });
  const withIcon = <Link extends NavigationEntry>(name: string | undefined, link: Link): Link => {
    const icon = icons.navigation[name ?? ''];
    return icon ? { ...link, icon: drawingOf(icon) } : link;
  };
  const toEntry = ({ label, href, target, below }: MenuEntry): NavigationEntry =>
    withIcon(target?.replace(/^(?:item|listing|page):/, ''), {
      label,
      ...(href !== undefined && { href }),
      ...(below.length > 0 && { below: below.flatMap(toLink) }),
    });
  const toLink = ({ label, href }: MenuEntry): NavigationLink[] => (href === undefined ? [] : [{ label, href }]);
  const header = menus.header.map(toEntry);
  const isInHeader = (link: NavigationLink) =>
    menus.header.some(({ href, below }) => href === link.href || below.some((one) => one.href === link.href));
  return {
    name: config.name[locale] ?? '',
    ...(config.shortName && { shortName: config.shortName }),
    ...(logo && { logo: logoData(logo, config.logoDark ?? logo, content.mediaFolder) }),
    ...(config.favicon && { icons: iconsOf(config.favicon) }),
    ...(config.color && { colors: brandCss(config.color) }),
    homeHref: localizePath(config, locale, '/'),
    openLanguages: Object.keys(homes),
    searchHref: localizePath(config, locale, '/search'),
    feedHref: `/${localeDefinition(config, locale).code}/feed.xml`,
    navigation: header.length > 0 ? header : links.map(({ name, ...link }) => withIcon(name, link)),
    ...(menus.footer.length > 0 && { footer: menus.footer.map(toEntry) }),
    furtherPages: furtherPages.filter((link) => !isInHeader(link)),
    legal: menus.legal.flatMap(toLink),
    contact,
    notices,
  };
}

/**
 * The links of the menu in `site.config.ts`, each with its name there, and the further pages of its footer. What is not shown is not
 * read either, so that pages do not depend on it.
 */
async function readFileMenu(
  services: PageServices,
  locale: Locale,
  { isHeader, isFooter }: { isHeader: boolean; isFooter: boolean },
): Promise<{ links: (NavigationLink & { name: string })[]; furtherPages: NavigationLink[] }> {
  const { config, content } = services;
  const names = isHeader ? config.navigation : [];
  const further = isFooter ? FOOTER_PAGES.filter((id) => !names.includes(id)) : [];
  const pageIds = [...names, ...further].filter((entry) => !isType(services, entry));
  const cards = pageIds.length > 0 ? await content.cards(locale, pageIds) : [];
  const pageLink = (id: string): NavigationLink[] => {
    const title = config.pages?.[id]?.[locale];
    if (title !== undefined) return [{ label: title, href: localizePath(config, locale, `/${id}`) }];
    const card = cards.find(({ itemId }) => itemId === id);
    return card ? [{ label: card.title, href: itemPath(config, locale, card) }] : [];
  };
  const typeLink = (key: string): NavigationLink => ({
    label: config.contentTypes.find((type) => type.key === key)?.labels.plural[locale] ?? key,
    href: listingPath(config, locale, key),
  });
  const linkOf = (name: string) => (isType(services, name) ? [typeLink(name)] : pageLink(name));
  return {
    links: names.flatMap((name) => linkOf(name).map((link) => ({ ...link, name }))),
    furtherPages: further.flatMap(pageLink),
  };
}

/** A drawing stays sharp in a tab; a phone wants pixels. */
function iconsOf({ id, contentType }: ShownMedia) {
  const touch = `/media/${id}/icon.png`;
  return { tab: contentType === 'image/svg+xml' ? `/media/${id}/original` : touch, touch };
}

/** A logo at least so many times as wide as high has the name in it. Source: Meki's own. */
const WORDMARK = 2;

function logoData(light: ShownMedia, dark: ShownMedia, folder: string | undefined): LogoData {
  return {
    light: pictureData(light, folder),
    dark: pictureData(dark, folder),
    hasName: light.width >= WORDMARK * light.height,
  };
}

function isType({ config }: PageServices, entry: string): boolean {
  return config.contentTypes.some(({ key, appearsAs }) => key === entry && appearsAs === 'collection');
}

/** The contact details; the hours only if they were published for the site: those of the contact page are there. */
async function findContactDetails(services: PageServices, locale: Locale): Promise<ContactNow> {
  const { content } = services;
  const page = await findPage(services, locale, CONTACT_PAGE);
  const { openingHours: _, ...fields } = page?.publication.fields ?? {};
  return readSiteContact(content, locale, fields);
}
