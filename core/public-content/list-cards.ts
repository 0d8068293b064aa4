import { publicationCards } from '../content/collections.ts';
import type { PublicationCard } from '../content/publication.ts';
import type { ListingRules } from '../content-types/content-type.ts';
import { facetOf, type ListingFilter } from '../content-types/listing-filter.ts';
import type { DocumentStore, Filter } from '../documents/document-store.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import { dayIn, siteDay } from '../site/site-day.ts';

interface Asked {
  locale: Locale;
  type: string;
  filter?: ListingFilter | undefined;
  offset: number;
  limit: number;
}

/** The cards of a listing without rules of its own: newest first, filtered by tag. */
export function listByAge(store: DocumentStore, asked: Asked): Promise<PublicationCard[]> {
  const tagged = asked.filter && [{ field: 'tags', op: 'array-contains', value: asked.filter.value } as const];
  return read(store, asked, tagged ?? [], { field: 'firstPublishedAt', direction: 'desc' });
}

/** The cards of a listing with rules of its own. */
export async function listBySortKey(
  store: DocumentStore,
  { timeZone }: { timeZone: string },
  { order = 'ascending' }: ListingRules,
  asked: Asked,
): Promise<PublicationCard[]> {
  const filter: Filter[] = asked.filter
    ? [{ field: 'facets', op: 'array-contains', value: facetOf(asked.filter) }]
    : [];
  if (order !== 'upcoming') {
    return read(store, asked, filter, { field: 'sortKey', direction: order === 'ascending' ? 'asc' : 'desc' });
  }
  // Read as a document, so that the page is rendered again on the next day.
  const day = (await getDocument(store, siteDay.at()))?.data.day ?? dayIn(timeZone, Date.now());
  const ahead: Filter[] = [...filter, { field: 'sortKey', op: '>=', value: day }];
  const upcoming = await read(store, asked, ahead, { field: 'sortKey', direction: 'asc' });
  if (upcoming.length === asked.limit) return upcoming;
  const where = [...inListing(asked), ...ahead];
  const [count] = await store.runAggregation({ collection: publicationCards.name, where }, [{ kind: 'count' }]);
  const past = {
    ...asked,
    offset: Math.max(0, asked.offset - Number(count)),
    limit: asked.limit - upcoming.length,
  };
  const behind: Filter[] = [...filter, { field: 'sortKey', op: '<', value: day }];
  return [...upcoming, ...(await read(store, past, behind, { field: 'sortKey', direction: 'desc' }))];
}

function inListing({ locale, type }: Asked): Filter[] {
  return [
    { field: 'language', op: '==', value: locale },
    { field: 'type', op: '==', value: type },
  ];
}

async function read(
  store: DocumentStore,
  asked: Asked,
  filter: Filter[],
  order: { field: string; direction: 'asc' | 'desc' },
): Promise<PublicationCard[]> {
  const documents = await queryDocuments(store, publicationCards, {
    where: [...inListing(asked), ...filter],
    orderBy: [order],
    offset: asked.offset,
    limit: asked.limit,
  });
  return documents.map(({ data }) => data);
}
