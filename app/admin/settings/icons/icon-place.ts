import { type IconPlace, listIconPlaces } from '#core/icons/site-icons.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The place with a name such as `types:studies`; `undefined` if the site does not have it. */
export function readIconPlace(name: unknown, config: SiteConfig): IconPlace | undefined {
  return listIconPlaces(config).find((place) => placeName(place) === name);
}

/** The name of a place in addresses and forms. */
export function placeName({ kind, key }: Pick<IconPlace, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}
