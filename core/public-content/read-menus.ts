import { visibleText } from '../content-types/invisible-text.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { IS_BELOW, SITE_NAVIGATION } from '../site/site-navigation-type.ts';
import type { PublishedContent } from './published-content.ts';
import { type PageNames, readLinks, type ShownLink } from './read-links.ts';

/** An entry of a menu as readers of a language get it: a link, or the heading of those below it. */
export interface MenuEntry {
  label: string;
  href?: string;
  /** Where it leads, as a field has it. */
  target?: string;
  below: MenuEntry[];
}

/** The menus that the owner published; each is empty if its list is, or nothing is published. */
export interface Menus {
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
