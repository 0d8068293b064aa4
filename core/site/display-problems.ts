import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { displaysOf } from '../content-types/field-display.ts';
import { facetOf } from '../content-types/listing-filter.ts';

/** What is wrong with how the fields of a type are shown, one line each. */
export function displayProblems(type: ContentType): string[] {
  const path = `contentTypes.${type.key}.fields`;
  const properties = type.fields.flatMap(({ schemaProperty }) => schemaProperty ?? []);
  return type.fields.flatMap((field) => {
    const own = `${path}.${field.key}`;
    const problems: string[] = [];
    if (field.show !== undefined) problems.push(...showProblems(type, field, `${own}.show`));
    if (field.schemaProperty !== undefined) {
      if (type.appearsAs !== 'collection') {
        problems.push(`${own}.schemaProperty: only items of collections have a node in structured data`);
      } else if (type.schemaType === undefined) {
        problems.push(`${own}.schemaProperty: the type has no "schemaType" that could have the property`);
      }
      if (properties.indexOf(field.schemaProperty) !== properties.lastIndexOf(field.schemaProperty)) {
        problems.push(`${own}.schemaProperty: "${field.schemaProperty}" stands twice`);
      }
    }
    if (field.kind === 'list' && Array.isArray(field.of)) problems.push(...memberProblems(field.of, own));
    return problems;
  });
}

function showProblems(type: ContentType, field: FieldDefinition, path: string): string[] {
  const { show = 'hidden' } = field;
  if (type.appearsAs === 'faq' && show !== 'hidden') return [`${path}: questions show only their answer`];
  const possible = displaysOf(field);
  if (possible.includes(show)) return [];
  return [`${path}: a field of this kind cannot be shown as "${show}", only as ${quoted(possible)}`];
}

function memberProblems(members: FieldDefinition[], path: string): string[] {
  return members.flatMap((member) => [
    ...(member.show === undefined || member.show === 'hidden'
      ? []
      : [`${path}.${member.key}.show: a member of a record can only be "hidden"`]),
    ...(member.schemaProperty === undefined
      ? []
      : [`${path}.${member.key}.schemaProperty: only fields can be properties, not members of records`]),
  ]);
}

function quoted(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `"${name}"`));
}

/** Kinds of fields that a listing can be sorted by, and filtered by. */
const SORTED_KINDS = ['text', 'number', 'date'];
const FILTERED_KINDS = ['choice', 'boolean', 'relation'];

/** Maximum characters of a filter as it is stored. */
const MAX_FACET = 300;

/** Names of parameters that listings have for themselves. */
const OWN_PARAMETERS = ['page', 'tag'];

/** What is wrong with how the listing of a type is sorted and filtered, one line each. */
export function listingProblems(type: ContentType): string[] {
  if (!type.listing) return [];
  const path = `contentTypes.${type.key}.listing`;
  if (type.appearsAs !== 'collection') return [`${path}: only types that appear as "collection" have a listing`];
  const { sortBy, order, filterBy = [] } = type.listing;
  const problems = filterBy.flatMap((key) => fieldProblems(type, key, FILTERED_KINDS, `${path}.filterBy`));
  problems.push(
    ...filterBy
      .filter((key) => OWN_PARAMETERS.includes(key))
      .map((key) => `${path}.filterBy: "${key}" is a parameter of every listing; give the field another key`),
    ...filterBy
      .filter((key, index) => filterBy.indexOf(key) !== index)
      .map((key) => `${path}.filterBy: "${key}" stands twice`),
  );
  for (const field of type.fields) {
    if (field.kind !== 'choice' || !filterBy.includes(field.key)) continue;
    const long = field.choices.filter(({ value }) => facetOf({ name: field.key, value }).length > MAX_FACET);
    problems.push(...long.map(({ value }) => `${path}.filterBy: "${value}" of "${field.key}" is too long`));
  }
  if (sortBy !== undefined) problems.push(...fieldProblems(type, sortBy, SORTED_KINDS, `${path}.sortBy`));
  if (order !== undefined && sortBy === undefined) problems.push(`${path}.order: it needs a "sortBy"`);
  const isDate = type.fields.some(({ key, kind }) => key === sortBy && kind === 'date');
  if (order === 'upcoming' && sortBy !== undefined && !isDate) {
    problems.push(`${path}.order: "upcoming" needs a date in "sortBy"`);
  }
  return problems;
}

function fieldProblems(type: ContentType, key: string, kinds: string[], path: string): string[] {
  const field = type.fields.find((one) => one.key === key);
  if (!field) return [`${path}: the type has no field "${key}"`];
  if (kinds.includes(field.kind)) return [];
  return [`${path}: "${key}" is of the kind "${field.kind}"; it must be ${quoted(kinds)}`];
}
