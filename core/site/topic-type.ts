import type { ContentType } from '../content-types/content-type.ts';
import type { SiteConfig } from './site-config.ts';

/**
 * The type whose items are the topics: what items of the other types have as tags. The id of a topic is the tag; its order is the
 * one that the team gives them.
 */
export const TOPIC_TYPE: ContentType = {
  key: 'topics',
  labels: {
    singular: { es: 'Tema', en: 'Topic' },
    plural: { es: 'Temas', en: 'Topics' },
  },
  descriptions: {
    es: 'Todo lo que hay en el sitio, ordenado por temas.',
    en: 'Everything that this site has, sorted by topic.',
  },
  segments: { es: 'temas', en: 'topics' },
  icon: 'lucide:tags',
  missingLanguage: 'not-found',
  appearsAs: 'collection',
  isTopic: true,
  listing: { sortBy: 'order' },
  fields: [{ key: 'order', kind: 'number', localized: false, show: 'hidden', labels: { es: 'Orden', en: 'Order' } }],
};

/** The type of the topics; `undefined` for a site whose own types or pages have its key or its addresses. */
export function topicType({ contentTypes }: Pick<SiteConfig, 'contentTypes'>): ContentType | undefined {
  return contentTypes.find(({ isTopic }) => isTopic);
}

/** Whether nothing of a site has the key or an address of the topics. */
export function hasRoomForTopics({ contentTypes, pages = {}, locales }: SiteConfig): boolean {
  const { key, segments } = TOPIC_TYPE;
  const taken = contentTypes.flatMap((type) => [type.key, ...Object.values(type.segments)]);
  const codes = locales.map(({ code }) => code);
  return [key, ...Object.values(segments)].every(
    (name) => !taken.includes(name) && !codes.includes(name) && !Object.hasOwn(pages, name),
  );
}

/** The types with a listing whose items are new things to read; topics only sort those. */
export function typesToRead({ contentTypes }: Pick<SiteConfig, 'contentTypes'>): ContentType[] {
  return contentTypes.filter(({ appearsAs, isTopic }) => appearsAs === 'collection' && !isTopic);
}
