import type { Locale } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { PublishedItem } from '#core/public-content/published-content.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';

type Services = Pick<PageServices, 'config' | 'content'>;

/** The key of the type whose items are pages at the root and below each other. */
function pageTypeKey({ config }: Pick<PageServices, 'config'>): string | undefined {
  return config.contentTypes.find(({ appearsAs }) => appearsAs === 'page')?.key;
}

/** The page with a slug in a language; `undefined` if it is not published. */
export async function findPage(services: Services, locale: Locale, slug: string): Promise<PublishedItem | undefined> {
  const type = pageTypeKey(services);
  if (!type) return undefined;
  const found = await services.content.resolve(locale, type, slug);
  return found.kind === 'item' ? found : undefined;
}

/**
 * The page at a path, or the present path of the one that its last segment names; `undefined` if there is none.
 * @param path without the language prefix, such as `/services/children`
 */
export async function findPageAt(
  services: Services,
  locale: Locale,
  path: string,
): Promise<PublishedItem | { movedTo: string } | undefined> {
  const type = pageTypeKey(services);
  if (!type) return undefined;
  const found = await services.content.resolve(locale, type, path.slice(path.lastIndexOf('/') + 1));
  if (found.kind === 'moved') {
    return { movedTo: itemPath(services.config, locale, { itemId: '', type, slug: found.slug, above: found.above }) };
  }
  if (found.kind !== 'item') return undefined;
  const canonical = itemPath(services.config, locale, { ...found.publication, above: found.above?.[locale] });
  return canonical === localizePath(services.config, locale, path) ? found : { movedTo: canonical };
}
