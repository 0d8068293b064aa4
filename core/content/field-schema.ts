import { z } from 'zod';
import type { ContentType, FieldDefinition } from '../content-types/content-type.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { plainValueSchema } from '../content-types/plain-value-schema.ts';
import { richTextSchema } from '../rich-text/rich-text-schema.ts';
import { fieldsOf } from './own-contents.ts';
import { itemId, mediaId } from './schema-parts.ts';

/** The schema of an item's shared or localized fields. Fields of other items or of the other group are unknown members. */
export function fieldsSchema(
  type: Pick<ContentType, 'fields'>,
  options: { item: string; localized: boolean },
): z.ZodType {
  return record(fieldsOf(type, options.item, options.localized));
}

function record(fields: FieldDefinition[]): z.ZodType {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const schema = fieldSchema(field);
        return [field.key, field.required ? schema : schema.optional()];
      }),
    ),
  );
}

function fieldSchema(field: FieldDefinition): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const text = z.string().max(field.maxLength ?? CONTENT_LIMITS.fieldText);
      const lines = field.multiline ? text : text.regex(/^[^\n\r]*$/, 'must stand on one line');
      return field.required ? lines.min(1) : lines;
    }
    case 'rich-text':
      return richTextSchema;
    case 'number':
    case 'boolean':
    case 'date':
    case 'choice':
      return plainValueSchema(field);
    case 'media':
      return mediaId;
    case 'relation':
      return itemId;
    case 'list':
      return z.array(entrySchema(field.of)).max(CONTENT_LIMITS.listEntries);
  }
}

function entrySchema(of: 'text' | 'number' | FieldDefinition[]): z.ZodType {
  if (of === 'text') return z.string().min(1).max(CONTENT_LIMITS.fieldText);
  if (of === 'number') return z.number();
  return record(of);
}
