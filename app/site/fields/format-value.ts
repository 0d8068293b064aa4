import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import type { LocaleDefinition } from '#core/locales/locale.ts';

export interface FactWords {
  yes: string;
  no: string;
}

/** Numbers of four digits stand together, so that a year is one. */
const GROUPING: Intl.NumberFormatOptions = { useGrouping: 'min2' };

/** Whether a field has a value to show. */
export function hasValue(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** A value as a short text; `undefined` for kinds that have none. */
export function formatValue(
  field: FieldDefinition,
  value: JsonValue,
  { code, language }: LocaleDefinition,
  words: FactWords,
): string | undefined {
  switch (field.kind) {
    case 'text':
      return String(value);
    case 'boolean':
      return value ? words.yes : words.no;
    case 'number':
      return new Intl.NumberFormat(language, {
        ...GROUPING,
        ...(field.unit && { style: 'unit', unit: field.unit, unitDisplay: 'long' }),
      }).format(Number(value));
    case 'date':
      return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(String(value)));
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.labels[code];
    case 'list':
      if (field.of !== 'number' || !Array.isArray(value)) return undefined;
      return new Intl.ListFormat(language, { type: 'conjunction' }).format(
        value.map((number) => new Intl.NumberFormat(language, GROUPING).format(Number(number))),
      );
    default:
      return undefined;
  }
}
