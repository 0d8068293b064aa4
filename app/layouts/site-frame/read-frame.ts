import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { ContactDetails } from '#core/public-content/contact-details.ts';
import type { ShownMedia } from '#core/public-content/published-content.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import { drawingOf, type PageServices } from '../../context/context.ts';
import { findPage } from '../../site/page/find-page.ts';
import { pictureData } from '../../site/pictures/picture-data.ts';
import type { FrameData, LogoData, NavigationLink } from './frame-data.ts';

const CONTACT_PAGE = 'contact';

/** Pages that are always in the footer. */
const FOOTER_PAGES = ['privacy-policy'];

/** Loads the frame of every page in a language. */
export async function readFrame(services: PageServices, locale: Locale): Promise<FrameData> {
  const { config, content } = services;
  const logo = config.logo ?? config.logoDark;
  const pageIds = [...config.navigation, ...FOOTER_PAGES].filter((entry) => !isType(services, entry));
  const [cards, homes, contact, icons] = await Promise.all([
    content.cards(locale, pageIds),
    content.alternates('home'),
    findContactDetails(services, locale),
    content.icons(),
  ]);
  const withIcon = (entry: string) => (link: NavigationLink) => {
    const icon = icons.navigation[entry];
    return icon ? { ...link, icon: drawingOf(icon) } : link;
  };
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
  return {
    name: config.name[locale] ?? '',
    ...(config.shortName && { shortName: config.shortName }),
    ...(logo && { logo: logoData(logo, config.logoDark ?? logo, content.mediaFolder) }),
    homeHref: localizePath(config, locale, '/'),
    openLanguages: Object.keys(homes),
    searchHref: localizePath(config, locale, '/search'),
    feedHref: `/${localeDefinition(config, locale).code}/feed.xml`,
    navigation: config.navigation.flatMap((entry) =>
      (isType(services, entry) ? [typeLink(entry)] : pageLink(entry)).map(withIcon(entry)),
    ),
    furtherPages: FOOTER_PAGES.filter((id) => !config.navigation.includes(id)).flatMap(pageLink),
    contact,
  };
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
async function findContactDetails(services: PageServices, locale: Locale): Promise<ContactDetails> {
  const { content } = services;
  const page = await findPage(services, locale, CONTACT_PAGE);
  const { openingHours: _, ...fields } = page?.publication.fields ?? {};
  return readSiteContact(content, locale, fields);
}
