import { type IconPlace, listIconPlaces } from '#core/icons/site-icons.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** The place that an address names, as `types:studies`; `undefined` if the site does not have it. */
export function readIconPlace(query: URLSearchParams, config: SiteConfig): IconPlace | undefined {
  return listIconPlaces(config).find((place) => placeName(place) === query.get('for'));
}

/** The name of a place in addresses. */
export function placeName({ kind, key }: Pick<IconPlace, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}
