import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { displaysOf } from '../content-types/field-display.ts';

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
