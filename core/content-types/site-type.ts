import type { Localized } from '../locales/locale.ts';
import type { ContentType } from './content-type.ts';

/** What differs between the types that a site has one item of. */
interface SiteType extends Pick<ContentType, 'key' | 'icon' | 'fields'> {
  name: Localized;
  /** What it is for, in the list of what the owner can change. */
  description: Localized;
}

/** A type of which a site has one item, about itself, without an address. */
export function siteType({ key, name, description, icon, fields }: SiteType): ContentType {
  return {
    ...{ key, icon, fields },
    labels: { singular: name, plural: name },
    descriptions: description,
    segments: {},
    missingLanguage: 'not-found',
    appearsAs: 'site',
  };
}
