import type { ContentType, FieldDefinition } from '#core/content-types/content-type.ts';
import { typeOfSegment } from '#core/site/content-paths.ts';
import type { PageQuery, QueryParameter, RouteAddress } from '../../layouts/route-handle.ts';

const LISTING_QUERY = {
  page: { shape: /^[1-9]\d{0,5}$/, default: '1' },
  tag: { shape: /^[\p{L}\p{N}._-]{1,100}$/u },
} satisfies PageQuery;

/** Listings have pages, tags and filters; the page items at addresses of the same route have none. */
export function listingQuery({ config, locale, params: { segment = '' } }: RouteAddress): PageQuery {
  const type = typeOfSegment(config, locale, segment)?.type;
  return type ? { ...LISTING_QUERY, ...filterQuery(type) } : {};
}

function filterQuery({ fields, listing }: ContentType): { [name: string]: QueryParameter } {
  const filtered = fields.filter(({ key }) => listing?.filterBy?.includes(key));
  return Object.fromEntries(filtered.map((field) => [field.key, { shape: shapeOf(field) }]));
}

/** The values that a filter can have: few, or ids of items. */
function shapeOf(field: FieldDefinition): QueryParameter['shape'] {
  if (field.kind === 'boolean') return /^(?:true|false)$/;
  if (field.kind !== 'choice') return /^[\p{L}\p{N}-]{1,120}$/u;
  const values = field.choices.map(({ value }) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^(?:${values.join('|')})$`, 'u');
}
