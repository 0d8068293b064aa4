import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { FieldValues, Item } from './item.ts';

/*
 * What an item says may come from before the site's configuration was changed: fields that its type lost, languages that
 * the site lost. That stays in the item, where it may be of use again, and nothing of it becomes public.
 */

/** The fields of an item that are localized, or that its languages share. */
export function fieldsOf(type: ContentType, itemId: string, localized: boolean): FieldDefinition[] {
  return type.fields.filter((field) => field.localized === localized && (field.items?.includes(itemId) ?? true));
}

/** What is said by fields that there are, and by members of their entries that there are. */
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

/** The languages of an item that the site has, in the order of the site. */
export function ownLanguages(
  { locales }: Pick<SiteConfig, 'locales'>,
  { languages }: Pick<Item, 'languages'>,
): Locale[] {
  return locales.map(({ code }) => code).filter((code) => languages[code]);
}
