import { listingCounts, publicationCards, publications } from '../content/collections.ts';
import type { PublicationCard } from '../content/publication.ts';
import type { ListingCount } from '../content/publication-schema.ts';
import { facetOf, filterOf } from '../content-types/listing-filter.ts';
import { compareInOrder } from '../content-types/manual-order.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument, getDocuments, queryDocuments, readDocuments, requireFit } from '../documents/typed-documents.ts';
import { readSiteIcons } from '../icons/site-icons.ts';
import type { Locale } from '../locales/locale.ts';
import { readMedia } from '../media/read-media.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { formerTypeAt } from '../site/type-segments.ts';
import { followImportedAddress } from './follow-imported-address.ts';
import { listByAge, listBySortKey } from './list-cards.ts';
import type { PublishedContent } from './published-content.ts';
import { relatedCards } from './related-cards.ts';
import { resolveAddress } from './resolve-address.ts';

/** Cards per read of `everyCard`, and how many of them it validates and passes on at a time. */
const BATCH = 250;
const PART = 25;

export function createPublishedContent({
  store,
  config,
}: {
  store: DocumentStore;
  config: SiteConfig;
}): PublishedContent {
  const locales = config.locales.map(({ code }) => code);

  async function count(locale: Locale, type: string): Promise<ListingCount> {
    return (await getDocument(store, listingCounts.at(locale, type)))?.data ?? { total: 0, tags: {} };
  }

  async function cards(locale: Locale, itemIds: string[]): Promise<PublicationCard[]> {
    const documents = await getDocuments(
      store,
      itemIds.map((id) => publicationCards.at(locale, id)),
    );
    return documents.flatMap((document) => document?.data ?? []);
  }

  return {
    resolve: (locale, type, slug) =>
      resolveAddress((refs) => readDocuments(store, refs), config, { locale, type, slug }),

    followImported: (pathname) => followImportedAddress((refs) => readDocuments(store, refs), config, pathname),

    formerType: (locale, segment) => formerTypeAt(store, config, locale, segment),

    async list(locale, type, { page, pageSize, filter }) {
      const asked = { locale, type, filter, offset: (page - 1) * pageSize, limit: pageSize };
      const listing = config.contentTypes.find(({ key }) => key === type)?.listing;
      const [cards, { total, tags, facets = {} }] = await Promise.all([
        listing ? listBySortKey(store, config, listing, asked) : listByAge(store, asked),
        count(locale, type),
      ]);
      if (!filter) return { cards, total };
      const [counts, name] = filter.name === 'tag' ? [tags, filter.value] : [facets, facetOf(filter)];
      return { cards, total: Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0 };
    },

    newest: (locale, type, limit) => listByAge(store, { locale, type, offset: 0, limit }),

    async filters(locale, type) {
      const { facets = {} } = await count(locale, type);
      return Object.keys(facets)
        .filter((facet) => (facets[facet] ?? 0) > 0)
        .map(filterOf);
    },

    async tagCounts(locale, type) {
      const { tags } = await count(locale, type);
      return Object.fromEntries(Object.entries(tags).filter(([, number]) => number > 0));
    },

    icons: () => readSiteIcons(store),

    related: (locale, publication, limit) => relatedCards(store, locale, publication, limit),

    async all(locale, type) {
      const found = await queryDocuments(store, publicationCards, {
        where: [
          { field: 'language', op: '==', value: locale },
          { field: 'type', op: '==', value: type },
        ],
        orderBy: [{ field: 'firstPublishedAt', direction: 'desc' }],
      });
      const documents = await getDocuments(
        store,
        found.map(({ data: { contentLanguage, slug } }) => publications.at(contentLanguage, type, slug)),
      );
      return documents.flatMap((document) => document?.data ?? []).sort(compareInOrder);
    },

    cards,

    async *everyCard(locale) {
      let startAfter: string[] | undefined;
      while (true) {
        const documents = await store.runQuery({
          collection: publicationCards.name,
          where: [{ field: 'language', op: '==', value: locale }],
          orderBy: [{ field: 'itemId', direction: 'asc' }],
          ...(startAfter && { startAfter }),
          limit: BATCH,
        });
        let last: PublicationCard | undefined;
        for (let from = 0; from < documents.length; from += PART) {
          const part = documents
            .slice(from, from + PART)
            .map((document) => requireFit(publicationCards, document).data);
          yield part;
          last = part.at(-1);
        }
        if (!last || documents.length < BATCH) return;
        startAfter = [last.itemId, `${locale}:${last.itemId}`];
      }
    },

    async media(ids) {
      const found = await readMedia(store, ids);
      return new Map([...found].map(([id, { data }]) => [id, data]));
    },

    async alternates(itemId) {
      const documents = await getDocuments(
        store,
        locales.map((locale) => publicationCards.at(locale, itemId)),
      );
      return Object.fromEntries(
        documents.flatMap((document) => {
          const card = document?.data;
          return card && card.contentLanguage === card.language ? [[card.language, card.slug]] : [];
        }),
      );
    },
  };
}
