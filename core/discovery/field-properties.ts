import type { FieldValues } from '../content/item.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { readTimeOfDay } from '../content-types/time-of-day.ts';
import { type SpanMembers, spanMembers } from '../content-types/time-spans.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import { readFieldLink } from '../rich-text/field-link.ts';
import { plainText } from '../rich-text/plain-text.ts';
import { isRichText } from '../rich-text/rich-text.ts';
import type { JsonLdNode, JsonLdValue } from './json-ld.ts';

/** What fields name, as nodes; `undefined` for what is not public. */
export interface NamedNodes {
  item(id: string): JsonLdNode | undefined;
  /** The absolute URL of a picture. */
  picture(id: string): string | undefined;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A day of the week in schema.org. @param day 1 for Monday to 7 for Sunday; `undefined` for others */
export function schemaWeekday(day: number): string | undefined {
  const name = WEEKDAYS[day - 1];
  return name && `https://schema.org/${name}`;
}

/** Units of time as designators of ISO 8601 durations. */
const DURATIONS: { [unit: string]: [before: string, after: string] } = {
  second: ['PT', 'S'],
  minute: ['PT', 'M'],
  hour: ['PT', 'H'],
  day: ['P', 'D'],
  week: ['P', 'W'],
  month: ['P', 'M'],
  year: ['P', 'Y'],
};

/** The properties of an item in structured data, from those of some fields that declare one. */
export function fieldProperties(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  language: Locale,
  named: NamedNodes,
): { [property: string]: JsonLdValue } {
  const entries = fields.flatMap((field): [string, JsonLdValue][] => {
    const value = values[field.key];
    if (field.schemaProperty === undefined || value === undefined || value === null || value === '') return [];
    return [[field.schemaProperty, propertyValue(field, value, language, named)]];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function propertyValue(field: FieldDefinition, value: JsonValue, language: Locale, named: NamedNodes): JsonLdValue {
  switch (field.kind) {
    case 'text':
    case 'date':
    case 'moment':
    case 'time':
      return String(value);
    case 'boolean':
      return Boolean(value);
    case 'number': {
      const [before, after] = DURATIONS[field.unit ?? ''] ?? [];
      return before === undefined ? Number(value) : `${before}${Number(value)}${after}`;
    }
    case 'weekday':
      return schemaWeekday(Number(value));
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.labels[language];
    case 'rich-text':
      return isRichText(value) ? plainText(value) : undefined;
    case 'media':
      return named.picture(String(value));
    case 'relation':
      return named.item(String(value));
    case 'link': {
      const link = readFieldLink(value);
      if (link?.to === 'outside') return link.href;
      return link?.to === 'item' ? named.item(link.key) : undefined;
    }
    case 'list':
      return listValue(field.of, value, language, named);
  }
}

/** Texts and numbers; of records, opening hours as such, else the value of their first member. */
function listValue(
  of: (FieldDefinition & { kind: 'list' })['of'],
  value: JsonValue,
  language: Locale,
  named: NamedNodes,
): JsonLdValue {
  if (!Array.isArray(value)) return undefined;
  const members = spanMembers(of);
  if (members) return value.flatMap((entry) => openingHours(members, entry));
  const [first] = Array.isArray(of) ? of : [];
  const values = value.map((entry): JsonLdValue => {
    if (of === 'weekday') return schemaWeekday(Number(entry));
    if (typeof entry === 'string' || typeof entry === 'number') return entry;
    if (!first || typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
    const own = entry[first.key];
    return own === undefined || own === null ? undefined : propertyValue(first, own, language, named);
  });
  const known = values.filter((one) => one !== undefined);
  return known.length > 0 ? known : undefined;
}

/** A span of opening hours; none for what is no record. */
function openingHours({ days, from, to }: SpanMembers, entry: JsonValue): JsonLdNode[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
  const { [days]: on, [from]: opens, [to]: closes } = entry;
  if (!Array.isArray(on) || typeof opens !== 'string' || typeof closes !== 'string') return [];
  return [
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: on.map((day) => schemaWeekday(Number(day))),
      opens: readTimeOfDay(opens) ?? opens,
      closes: readTimeOfDay(closes) ?? closes,
    },
  ];
}
