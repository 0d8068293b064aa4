import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { partOfField } from '../content-types/entry-words.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { FieldValues, Item } from './item.ts';

/* Items may contain fields and languages that the site's configuration no longer has. They stay in the item, where they may
   become useful again, and are never published. */

/** The localized or the shared fields of an item; a list whose entries have words is among both, with the members of each. */
export function fieldsOf(type: Pick<ContentType, 'fields'>, itemId: string, localized: boolean): FieldDefinition[] {
  const own = type.fields.filter(({ items }) => items?.includes(itemId) ?? true);
  return own.flatMap((field) => partOfField(field, localized) ?? []);
}

/** The values of configured fields and of configured members of their entries. */
export function ownValues(fields: readonly FieldDefinition[], values: FieldValues): FieldValues {
  const own = fields.filter(({ key }) => Object.hasOwn(values, key));
  return Object.fromEntries(own.map((field) => [field.key, ownValue(field, values[field.key] as FieldValues[string])]));
}

function ownValue(field: FieldDefinition, value: FieldValues[string]): FieldValues[string] {
  if (field.kind !== 'list' || typeof field.of === 'string' || !Array.isArray(value)) return value;
  const { of: members } = field;
  return value.map((entry) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? ownValues(members, entry) : entry,
  );
}

/** The languages of an item that the site has, in the site's order. */
export function ownLanguages(
  { locales }: Pick<SiteConfig, 'locales'>,
  { languages }: Pick<Item, 'languages'>,
): Locale[] {
  return locales.map(({ code }) => code).filter((code) => languages[code]);
}
