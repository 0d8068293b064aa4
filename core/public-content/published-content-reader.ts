import { contentPath } from '../content/collections.ts';
import type { ListingCount } from '../content/content-schemas.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { PublishedContent } from './published-content.ts';
import { relatedCards } from './related-cards.ts';
import { resolveAddress } from './resolve-address.ts';

/** Cards per read of `everyCard`. */
const BATCH = 250;

export function createPublishedContent({
  store,
  config,
}: {
  store: DocumentStore;
  config: SiteConfig;
}): PublishedContent {
  const locales = config.locales.map(({ code }) => code);

  async function count(locale: Locale, type: string): Promise<ListingCount> {
    const [document] = await store.batchGet([contentPath.listingCount(locale, type)]);
    return (document?.data as ListingCount | undefined) ?? { total: 0, tags: {} };
  }

  async function cards(locale: Locale, itemIds: string[]): Promise<PublicationCard[]> {
    const documents = await store.batchGet(itemIds.map((id) => contentPath.publicationCard(locale, id)));
    return documents.flatMap((document) => (document ? [document.data as unknown as PublicationCard] : []));
  }

  return {
    resolve: (locale, type, slug) => resolveAddress(store, config, { locale, type, slug }),

    async list(locale, type, { page, pageSize, tag }) {
      const [documents, { total, tags }] = await Promise.all([
        store.runQuery({
          collection: 'publication-cards',
          where: [
            { field: 'language', op: '==', value: locale },
            { field: 'type', op: '==', value: type },
            ...(tag === undefined ? [] : [{ field: 'tags', op: 'array-contains', value: tag } as const]),
          ],
          orderBy: [{ field: 'firstPublishedAt', direction: 'desc' }],
          offset: (page - 1) * pageSize,
          limit: pageSize,
        }),
        count(locale, type),
      ]);
      return {
        cards: documents.map(({ data }) => data as unknown as PublicationCard),
        total: tag === undefined ? total : Object.hasOwn(tags, tag) ? (tags[tag] ?? 0) : 0,
      };
    },

    async tagCounts(locale, type) {
      const { tags } = await count(locale, type);
      return Object.fromEntries(Object.entries(tags).filter(([, number]) => number > 0));
    },

    related: (locale, publication, limit) => relatedCards(store, locale, publication, limit),

    async all(locale, type) {
      const found = await store.runQuery({
        collection: 'publication-cards',
        where: [
          { field: 'language', op: '==', value: locale },
          { field: 'type', op: '==', value: type },
        ],
        orderBy: [{ field: 'firstPublishedAt', direction: 'desc' }],
      });
      const listed = found.map(({ data }) => data as unknown as PublicationCard);
      const documents = await store.batchGet(
        listed.map((card) => contentPath.publication(card.contentLanguage, type, card.slug)),
      );
      return documents
        .flatMap((document) => (document ? [document.data as unknown as Publication] : []))
        .sort((a, b) => orderOf(a) - orderOf(b));
    },

    cards,

    async *everyCard(locale) {
      let startAfter: string[] | undefined;
      while (true) {
        const documents = await store.runQuery({
          collection: 'publication-cards',
          where: [{ field: 'language', op: '==', value: locale }],
          orderBy: [{ field: 'itemId', direction: 'asc' }],
          ...(startAfter && { startAfter }),
          limit: BATCH,
        });
        const batch = documents.map(({ data }) => data as unknown as PublicationCard);
        if (batch.length > 0) yield batch;
        const last = batch.at(-1);
        if (!last || batch.length < BATCH) return;
        startAfter = [last.itemId, `${locale}:${last.itemId}`];
      }
    },

    async alternates(itemId) {
      const documents = await store.batchGet(locales.map((locale) => contentPath.publicationCard(locale, itemId)));
      return Object.fromEntries(
        documents.flatMap((document) => {
          const card = document?.data as PublicationCard | undefined;
          return card && card.contentLanguage === card.language ? [[card.language, card.slug]] : [];
        }),
      );
    },
  };
}

/** Items without the field come last. */
function orderOf(publication: Publication): number {
  const order = publication.fields.order;
  return typeof order === 'number' ? order : Number.POSITIVE_INFINITY;
}
