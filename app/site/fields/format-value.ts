import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import type { LocaleDefinition } from '#core/locales/locale.ts';
import { formatDay, formatMoment } from '../../i18n/format-date.ts';
import { formatDays, formatTime, weekdayName } from '../../i18n/format-hours.ts';

/** Module state, because a format depends on language and unit alone, and creating one takes longer than most components. */
const formats = new Map<string, Intl.NumberFormat>();

export interface FactWords {
  yes: string;
  no: string;
}

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
      return formatNumber(language, Number(value), field.unit);
    case 'date':
      return formatDay(language, String(value));
    case 'moment':
      return formatMoment(language, String(value));
    case 'time':
      return formatTime(String(value), language);
    case 'weekday':
      return weekdayName(Number(value), language);
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.labels[code];
    case 'list':
      if (!Array.isArray(value)) return undefined;
      if (field.of === 'weekday') return formatDays(value.map(Number), language);
      if (field.of !== 'number') return undefined;
      return new Intl.ListFormat(language, { type: 'conjunction' }).format(
        value.map((number) => formatNumber(language, Number(number))),
      );
    default:
      return undefined;
  }
}

/**
 * Formats a number: "45 minutos". Four digits stand together, so that a year is one.
 * @param language a BCP 47 tag @param unit of `Intl`, such as `minute`
 */
function formatNumber(language: string, value: number, unit?: string): string {
  const key = `${language} ${unit}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      useGrouping: 'min2',
      ...(unit && { style: 'unit', unit, unitDisplay: 'long' }),
    });
    formats.set(key, format);
  }
  return format.format(value);
}
