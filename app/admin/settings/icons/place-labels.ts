import type { IconPlace } from '#core/icons/site-icons.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PageServices } from '../../../context/context.ts';

/** Returns the label of a place: that of the configuration, or the title of the page. */
export async function placeLabels(
  { config, content }: Pick<PageServices, 'config' | 'content'>,
  locale: Locale,
): Promise<(place: IconPlace) => string> {
  const pages = await content.cards(locale, config.navigation);
  return ({ key, labels }) => labels?.[locale] ?? pages.find(({ itemId }) => itemId === key)?.title ?? key;
}
