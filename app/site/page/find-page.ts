import type { Locale } from '#core/locales/locale.ts';
import type { PublishedItem } from '#core/public-content/published-content.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';

/** The key of the type whose items are pages directly below the root. */
function pageTypeKey({ config }: Pick<PageServices, 'config'>): string | undefined {
  return config.contentTypes.find(({ appearsAs }) => appearsAs === 'page')?.key;
}

/** The page at `/{slug}` in a language; `undefined` if it is not published. */
export async function findPage(
  services: Pick<PageServices, 'config' | 'content'>,
  locale: Locale,
  slug: string,
): Promise<PublishedItem | undefined> {
  const type = pageTypeKey(services);
  if (!type) return undefined;
  const found = await services.content.resolve(locale, type, slug);
  return found.kind === 'item' ? found : undefined;
}

/** The current path of the page formerly at `/{slug}` in a language; `undefined` if there is none. */
export async function findPageMove(services: PageServices, locale: Locale, slug: string): Promise<string | undefined> {
  const type = pageTypeKey(services);
  if (!type) return undefined;
  const found = await services.content.resolve(locale, type, slug);
  return found.kind === 'moved' ? itemPath(services.config, locale, { itemId: '', type, slug: found.slug }) : undefined;
}
