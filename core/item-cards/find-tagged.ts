import { itemCards, publicationCards } from '../content/collections.ts';
import { facetOf } from '../content/item-card.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentReader, Query } from '../documents/document-store.ts';
import { listedTypes } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Number of items outside the trash that have a tag, in their draft or in public. */
export async function countTagged(store: DocumentReader, config: SiteConfig, tag: string): Promise<number> {
  return (await findTagged(store, config, tag)).length;
}

/** The ids of items outside the trash that have a tag, in their draft or in public. @param limit default: all */
export async function findTagged(
  store: DocumentReader,
  config: SiteConfig,
  tag: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const found = new Set<string>();
  for (const query of queriesFor(config, tag)) {
    if (found.size >= limit) break;
    const cards = await store.runQuery({ ...query, ...(limit < Number.MAX_SAFE_INTEGER && { limit }) });
    for (const card of cards) found.add(String(card.data.itemId ?? idOf(card)));
  }
  return [...found].slice(0, limit);
}

/** The last ones find items whose draft has lost the tag, and whose publication has not. */
function queriesFor(config: SiteConfig, tag: string): Query[] {
  const drafts = (['shown', 'archived'] as const).flatMap((place) =>
    listedTypes(config).map(({ key: type }) => ({
      collection: itemCards.name,
      where: [
        { field: 'type', op: '==' as const, value: type },
        { field: 'place', op: '==' as const, value: place },
        { field: 'facets', op: 'array-contains' as const, value: facetOf({ tag }) },
      ],
      orderBy: [{ field: 'createdAt', direction: 'desc' as const }],
      select: ['place'],
    })),
  );
  const published = config.locales.map(({ code }) => ({
    collection: publicationCards.name,
    where: [
      { field: 'language', op: '==' as const, value: code },
      { field: 'tags', op: 'array-contains' as const, value: tag },
    ],
    orderBy: [{ field: 'firstPublishedAt', direction: 'desc' as const }],
    select: ['itemId'],
  }));
  return [...drafts, ...published];
}
