import type { ContentType, ListingRules } from '../content-types/content-type.ts';
import { facetOf } from '../content-types/listing-filter.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { Publication, PublicationCard } from './publication.ts';

/** Maximum characters of a text that is sorted by: of what is equal so far, the order is that of the ids. */
const SORTED_CHARACTERS = 60;

/** The sort key and the facets of a publication's card. Items without a value come last. */
export function listingKeys(
  type: ContentType,
  { sortBy, order, filterBy = [] }: ListingRules,
  { fields, tags, firstPublishedAt }: Publication,
): Required<Pick<PublicationCard, 'sortKey' | 'facets'>> {
  const facets = [
    ...tags.map((value) => ({ name: 'tag', value })),
    ...filterBy.flatMap((name) => {
      const value = fields[name];
      return value === undefined || value === null || value === '' ? [] : { name, value: String(value) };
    }),
  ];
  const isNumber = type.fields.some(({ key, kind }) => key === sortBy && kind === 'number');
  const last = order === undefined || order === 'ascending' ? '\uffff' : isNumber ? -Number.MAX_VALUE : '';
  return {
    sortKey: sortBy === undefined ? -firstPublishedAt : (sortKeyOf(fields[sortBy]) ?? last),
    facets: [...new Set(facets.map(facetOf))],
  };
}

/** Texts are sorted by their letters without case and accents. */
function sortKeyOf(value: JsonValue | undefined): string | number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return undefined;
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, SORTED_CHARACTERS);
}
