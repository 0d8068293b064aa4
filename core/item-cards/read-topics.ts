import { itemCards } from '../content/collections.ts';
import type { ItemCard } from '../content/item-card.ts';
import type { DocumentReader } from '../documents/document-store.ts';
import { getDocument, getDocuments, queryDocuments } from '../documents/typed-documents.ts';
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
