import { z } from 'zod';

/** Schemas with a name in the API description. */
export const namedSchemas = z.registry<{ id: string }>();

/** Gives a schema a name in the API description. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  namedSchemas.add(schema, { id });
  return schema;
}
