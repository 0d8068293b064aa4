import { z } from 'zod';

/** The schemas that the description of the API has a name for. */
export const namedSchemas = z.registry<{ id: string }>();

/** Gives a schema its name in the description of the API. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  namedSchemas.add(schema, { id });
  return schema;
}
