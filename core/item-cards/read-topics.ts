import { itemCards, publicationCards } from '../content/collections.ts';
import { facetOf, type ItemCard } from '../content/item-card.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentReader, Query } from '../documents/document-store.ts';
import { getDocument, getDocuments, queryDocuments } from '../documents/typed-documents.ts';
import { listedTypes } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { topicType } from '../site/topic-type.ts';
import { titleOf } from './create-item-card.ts';

/** Topics that are read. Source: Meki's own; types with manual order have no more items. */
const MOST = 1_000;

type Labels = SiteConfig['tags'][string];

/**
 * The tags that the team can choose from, with their labels: topics, published or not, in their order, then those of the file that
 * are no topics yet. A topic in the trash is not one of them. Labels are those of the drafts, else those of the file.
 */
export async function readTopics(
  store: DocumentReader,
  config: Pick<SiteConfig, 'contentTypes' | 'tags' | 'locales'>,
): Promise<SiteConfig['tags']> {
  const type = topicType(config);
  if (!type) return config.tags;
  const found = await queryDocuments(store, itemCards, {
    where: [
      { field: 'type', op: '==', value: type.key },
      { field: 'place', op: '==', value: 'shown' },
    ],
    orderBy: [{ field: 'order', direction: 'asc' }],
    limit: MOST,
  });
  const topics = found.map(({ data }): [string, Labels] => [data.id, labelsOf(config, data)]);
  const known = new Set(found.map(({ data }) => data.id));
  const others = Object.keys(config.tags).filter((tag) => !known.has(tag));
  const cards = await getDocuments(
    store,
    others.map((tag) => itemCards.at(tag)),
  );
  const inFile = others.filter((_, index) => !isGoneTopic(config, cards[index]?.data));
  return Object.fromEntries([...topics, ...inFile.map((tag) => [tag, config.tags[tag] ?? {}])]);
}

function labelsOf({ locales, tags }: Pick<SiteConfig, 'locales' | 'tags'>, card: ItemCard): Labels {
  return Object.fromEntries(
    locales.map(({ code }) => {
      const own = card.languages[code]?.title;
      return [code, own || tags[card.id]?.[code] || titleOf(card, code) || card.id];
    }),
  );
}

/** Whether a tag can be given to items: the file has it, or it is a topic that is not in the trash. */
export async function isTopicOf(
  store: DocumentReader,
  config: Pick<SiteConfig, 'contentTypes' | 'tags'>,
  tag: string,
): Promise<boolean> {
  const type = topicType(config);
  const card = type && (await getDocument(store, itemCards.at(tag)))?.data;
  return card?.type === type?.key && card ? !isGoneTopic(config, card) : Object.hasOwn(config.tags, tag);
}

/** Whether the card is that of a topic in the trash. */
export function isGoneTopic(config: Pick<SiteConfig, 'contentTypes'>, card: ItemCard | undefined): boolean {
  return card !== undefined && card.type === topicType(config)?.key && ['trash', 'purging'].includes(card.place);
}

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
