import { type IconPlace, listIconPlaces } from '#core/icons/site-icons.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { PageServices } from '../../../context/context.ts';

/** The place with a name such as `types:studies`; `undefined` if the site does not have it. */
export function readIconPlace(name: unknown, config: SiteConfig): IconPlace | undefined {
  return listIconPlaces(config).find((place) => placeName(place) === name);
}

/** The name of a place in addresses and forms. */
export function placeName({ kind, key }: Pick<IconPlace, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** Returns the label of a place: that of the configuration, or the title of the page. */
export async function placeLabels(
  { config, content }: Pick<PageServices, 'config' | 'content'>,
  locale: Locale,
): Promise<(place: IconPlace) => string> {
  const pages = await content.cards(locale, config.navigation);
  return ({ key, labels }) => labels?.[locale] ?? pages.find(({ itemId }) => itemId === key)?.title ?? key;
}
