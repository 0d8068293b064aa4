import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { partOfField } from '../content-types/entry-words.ts';
import type { Locale } from '../locales/locale.ts';
import { isRichText } from '../rich-text/rich-text.ts';
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

/**
 * The field that groups the questions of a type: the first field with choices, whose order the groups have. Other types have no
 * groups.
 */
export function groupField({
  appearsAs,
  fields,
}: Pick<ContentType, 'appearsAs' | 'fields'>): (FieldDefinition & { kind: 'choice' }) | undefined {
  return appearsAs === 'faq' ? fields.find((field) => field.kind === 'choice') : undefined;
}

/** The group of an item's draft; `undefined` if it has none or the type no longer has it. */
export function groupOf(type: ContentType | undefined, item: Item): string | undefined {
  const field = type && groupField(type);
  if (!field) return undefined;
  const values = field.localized ? item.languages[item.sourceLanguage]?.fields : item.fields;
  return field.choices.find(({ value }) => value === values?.[field.key])?.value;
}

/** Whether a value counts as empty, which equals a missing one. */
export function isNothing(value: unknown): boolean {
  if (value === '' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRichText(value) && value.content.length === 0;
}
