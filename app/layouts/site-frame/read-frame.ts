import { type ContactDetails, readContactDetails } from '#core/discovery/organization-json-ld.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import { drawingOf, type PageServices } from '../../context/context.ts';
import { findPage } from '../../site/page/find-page.ts';
import type { FrameData, NavigationLink } from './frame-data.ts';

const CONTACT_PAGE = 'contact';

/** Pages that are always in the footer. */
const FOOTER_PAGES = ['privacy-policy'];

/** Loads the frame of every page in a language. */
export async function readFrame(services: PageServices, locale: Locale): Promise<FrameData> {
  const { config, content } = services;
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

function isType({ config }: PageServices, entry: string): boolean {
  return config.contentTypes.some(({ key, appearsAs }) => key === entry && appearsAs === 'collection');
}

/** The contact page's details; empty if the page is not published in the language. */
async function findContactDetails(services: PageServices, locale: Locale): Promise<ContactDetails> {
  const page = await findPage(services, locale, CONTACT_PAGE);
  return page ? readContactDetails(page.publication.fields) : { openingHours: [] };
}
