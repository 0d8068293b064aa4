import type { Locale } from '#core/locales/locale.ts';
import { listingPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';

export interface TagLink {
  tag: string;
  label: string;
  href: string;
}

/** The label of a tag in a language, and the address of the filtered listing. */
export function tagLink({ config }: PageServices, locale: Locale, type: string, tag: string): TagLink {
  return {
    tag,
    label: config.tags[tag]?.[locale] ?? tag,
    href: `${listingPath(config, locale, type)}?tag=${encodeURIComponent(tag)}`,
  };
}
