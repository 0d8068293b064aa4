import { importedAddresses, publicationCards } from '../content/collections.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { Look } from '../documents/typed-documents.ts';
import { itemPath } from '../site/content-paths.ts';
import { plainPath, plainPathProblem } from '../site/plain-path.ts';
import type { SiteConfig } from '../site/site-config.ts';

/**
 * The path of the page that an address of another site leads to; `undefined` if none does, or the page is not public.
 * @param pathname as in the URL
 */
export async function followImportedAddress(
  read: (refs: readonly DocumentRef[]) => Promise<Look>,
  config: SiteConfig,
  pathname: string,
): Promise<string | undefined> {
  const path = plainPath(pathname);
  if (plainPathProblem(path)) return undefined;
  const ref = importedAddresses.at(path);
  const found = (await read([ref]))(ref);
  if (!found) return undefined;
  const at = publicationCards.at(found.language, found.itemId);
  const card = (await read([at]))(at);
  if (!card || !config.contentTypes.some(({ key }) => key === card.type)) return undefined;
  const target = itemPath(config, found.language, card);
  return target === pathname ? undefined : target;
}
