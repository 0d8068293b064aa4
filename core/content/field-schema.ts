import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../accounts/email-address.ts';
import { brandProblem, LEAST_CONTRAST, readColor } from '../content-types/brand-scale.ts';
import type { ContentType, FieldDefinition, ListOf, TextFormat } from '../content-types/content-type.ts';
import { isInvisible } from '../content-types/invisible-text.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { endsTooEarly, halfSpans, overlaps, startOf } from '../content-types/time-spans.ts';
import { readFieldLink } from '../rich-text/link-target.ts';
import { richTextSchema } from '../rich-text/rich-text-schema.ts';
import { plainValueSchema, webAddress } from '../site-blocks/plain-value-schema.ts';
import { fieldsOf } from './own-contents.ts';
import { itemId, mediaId } from './schema-parts.ts';

/** By the fields of a content type: building a schema takes far longer than a validation. */
const known = new WeakMap<FieldDefinition[], Map<string, z.ZodType>>();

/**
 * The schema of an item's shared or localized fields. Fields of other items or of the other group are unknown members. It is
 * built once for each array of fields, which must not change.
 */
export function fieldsSchema(
  { fields }: Pick<ContentType, 'fields'>,
  { item, localized }: { item: string; localized: boolean },
): z.ZodType {
  const schemas = known.get(fields) ?? new Map<string, z.ZodType>();
  known.set(fields, schemas);
  // All items but those that fields name have the same fields.
  const isNamed = fields.some(({ items }) => items?.includes(item));
  const key = JSON.stringify([localized, ...(isNamed ? [item] : [])]);
  const schema = schemas.get(key) ?? record(fieldsOf({ fields }, item, localized));
  schemas.set(key, schema);
  return schema;
}

function record(fields: FieldDefinition[]): z.ZodType {
  const schema = z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const own = fieldSchema(field);
        return [field.key, field.required ? own : own.optional()];
      }),
    ),
  );
  const ends = fields.filter((field) => startOf(field) !== undefined);
  if (ends.length === 0) return schema;
  return schema.superRefine((values, { addIssue }) => {
    for (const field of ends) {
      const start = startOf(field) ?? '';
      if (!endsTooEarly(field, values[field.key], values[start])) continue;
      const message = field.kind === 'date' ? `may not be before "${start}"` : `must be a time after "${start}"`;
      addIssue({ code: 'custom', path: [field.key], message });
    }
  });
}

const link = z.string().refine((value) => readFieldLink(value) !== undefined, {
  message:
    'must be item:, listing:, page: or file: with an id, or an address that begins with https:, mailto: or tel:, without the name or password of an account',
});

/** A color that can be read, and that text can be read in. */
const brandColor = z.string().superRefine((text, { addIssue }) => {
  const color = readColor(text);
  const problem = color && brandProblem(color);
  if (color && !problem) return;
  const message = problem
    ? `must be darker: its contrast is ${problem.ratio.toFixed(1)}:1, and must be ${LEAST_CONTRAST}:1; ${problem.nearest} has it`
    : 'must be a color such as "#006162"';
  addIssue({ code: 'custom', message });
});

/** Texts of a form. Ids of entries are parts of names in drafts. */
const FORMATS: { [format in TextFormat]: z.ZodType } = {
  email: z.email().max(MAX_EMAIL_LENGTH),
  url: webAddress,
  id: z.string().regex(/^[a-zA-Z0-9-]{1,40}$/, 'must be up to 40 letters, digits and hyphens'),
  'brand-color': brandColor,
};

/** Refuses a text of which nothing is to be seen as one that is empty. */
function requireVisible(value: string, { addIssue }: z.RefinementCtx): void {
  if (isInvisible(value)) addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: value });
}

function fieldSchema(field: FieldDefinition): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const text = z.string().max(field.maxLength ?? CONTENT_LIMITS.fieldText);
      if (field.format) return field.required ? FORMATS[field.format] : z.literal('').or(FORMATS[field.format]);
      const lines = field.multiline ? text : text.regex(/^[^\n\r]*$/, 'must stand on one line');
      return field.required ? lines.superRefine(requireVisible) : lines;
    }
    case 'rich-text':
      return richTextSchema;
    case 'number':
    case 'boolean':
    case 'date':
    case 'moment':
    case 'time':
    case 'weekday':
    case 'choice':
      return plainValueSchema(field);
    case 'media':
      return mediaId;
    case 'relation':
      return itemId;
    case 'link':
      return link;
    case 'list': {
      const list = z.array(entrySchema(field.of)).max(field.most ?? CONTENT_LIMITS.listEntries);
      const sized = field.required ? list.min(1) : list;
      return Array.isArray(field.of) ? sized.superRefine(refuseUnclearSpans(field)) : sized;
    }
  }
}

/** Refuses opening hours that overlap on a day, and days with one of two times. */
function refuseUnclearSpans(field: FieldDefinition) {
  return (entries: readonly unknown[], { addIssue }: z.RefinementCtx) => {
    for (const { index, member, other } of overlaps(field, entries)) {
      const message = `overlaps the times of entry ${other + 1} on the same day`;
      addIssue({ code: 'custom', path: [index, member], message });
    }
    for (const { index, member, beside } of halfSpans(field, entries)) {
      addIssue({ code: 'custom', path: [index, member], message: `is needed beside "${beside}"` });
    }
  };
}

function entrySchema(of: ListOf): z.ZodType {
  if (of === 'text') return z.string().min(1).max(CONTENT_LIMITS.fieldText);
  if (of === 'number') return z.number();
  if (of === 'weekday') return plainValueSchema({ kind: of });
  return record(of);
}
