import type { ContentType, FieldDefinition } from '#core/content-types/content-type.ts';
import type { ListingFilter } from '#core/content-types/listing-filter.ts';
import { localeDefinition } from '#core/locales/locale.ts';
import { listingPath } from '#core/site/content-paths.ts';
import type { PageRequest } from '../page-request.ts';

/** A link to the listing of the items with a value. */
export interface FilterLink {
  label: string;
  href: string;
  filter: ListingFilter;
}

/** The links of a field. */
export interface FilterLinks {
  label: string;
  links: FilterLink[];
}

/** The filter of a query; a listing has one at a time. */
export function readFilter({ listing }: ContentType, query: URLSearchParams): ListingFilter | 'several' | undefined {
  const given = ['tag', ...(listing?.filterBy ?? [])].flatMap((name): ListingFilter[] => {
    const value = query.get(name);
    return value === null ? [] : [{ name, value }];
  });
  return given.length > 1 ? 'several' : given[0];
}

export function isSame(a: ListingFilter, b: ListingFilter | undefined): boolean {
  return a.name === b?.name && a.value === b.value;
}

/** The values that a listing can be filtered by. Items that are not public in the language are left out. */
export async function readFilters(request: PageRequest, type: ContentType): Promise<FilterLinks[]> {
  const { services, locale } = request;
  const filters = await services.content.filters(locale, type.key);
  const fields = type.fields.filter(({ key }) => type.listing?.filterBy?.includes(key));
  const found = await Promise.all(
    fields.map(async (field): Promise<FilterLinks> => {
      const values = filters.filter(({ name }) => name === field.key).map(({ value }) => value);
      const labels = await labelsOf(request, field, values);
      return {
        label: field.labels[locale] ?? field.key,
        links: labels.map(([value, label]) => ({
          label,
          href: `${listingPath(services.config, locale, type.key)}?${new URLSearchParams({ [field.key]: value })}`,
          filter: { name: field.key, value },
        })),
      };
    }),
  );
  return found.filter(({ links }) => links.length > 0);
}

/** Values with their labels: choices in their order, others by label. */
async function labelsOf(
  { services, locale, t }: PageRequest,
  field: FieldDefinition,
  values: string[],
): Promise<[value: string, label: string][]> {
  if (field.kind === 'choice') {
    return field.choices.flatMap(({ value, labels }): [string, string][] =>
      values.includes(value) ? [[value, labels[locale] ?? value]] : [],
    );
  }
  if (field.kind === 'boolean') {
    return ['true', 'false'].flatMap((value): [string, string][] =>
      values.includes(value) ? [[value, t(value === 'true' ? 'item.yes' : 'item.no')]] : [],
    );
  }
  const { compare } = new Intl.Collator(localeDefinition(services.config, locale).language);
  const cards = await services.content.cards(locale, values);
  return cards.map(({ itemId, title }): [string, string] => [itemId, title]).sort(([, a], [, b]) => compare(a, b));
}
