import type { FieldValues } from '#core/content/item.ts';
import type { ContentType, FieldDefinition } from '#core/content-types/content-type.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import { type Locale, type LocaleDefinition, localeDefinition } from '#core/locales/locale.ts';
import type { PageServices } from '../../context/context.ts';

/** A formatted field of an item: a label, and a value or a list of steps. */
export type Fact = { label: string } & ({ value: string } | { steps: string[] });

export interface FactWords {
  yes: string;
  no: string;
}

/** The formatted fields of an item, in the order of the type. */
export function fieldFacts(
  { config }: PageServices,
  locale: Locale,
  type: ContentType,
  values: FieldValues,
  words: FactWords,
): Fact[] {
  const definition = localeDefinition(config, locale);
  return type.fields.flatMap((field): Fact[] => {
    const label = field.labels[locale] ?? field.key;
    const value = values[field.key];
    if (value === undefined || value === null || value === '') return [];
    if (field.kind === 'list' && field.of === 'text' && Array.isArray(value)) {
      return value.length > 0 ? [{ label, steps: value.map(String) }] : [];
    }
    const text = formatValue(field, value, definition, words);
    return text === undefined ? [] : [{ label, value: text }];
  });
}

function formatValue(
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
      return new Intl.NumberFormat(
        language,
        field.unit ? { style: 'unit', unit: field.unit, unitDisplay: 'long' } : {},
      ).format(Number(value));
    case 'date':
      return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(String(value)));
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.labels[code];
    default:
      return undefined;
  }
}
